import type { OrderKind } from "../wire";

/** Pixels that a letter takes up at the usual size: on a button, in a question, in what is left to do. */
const LETTER = 6;
const ASKED = 9;
const TOLD = 6;
/** What is around the letters of a button, with the gap beside it; the number on one; the signs on the one that Enter presses. */
const AROUND = 32;
const NUMBER = 34;
const SIGNS = 30;
/** Least room for what is asked, and the room for taking back, for typing and around all. */
const LEAST = 260;
const EDITED = 280;
/** Two rows are so much wider than half of one at least, and than the wider of them, as letters differ. */
const UNEVEN = 0.62;
const SPARE = 1.06;

/** The button beside an order that may be given for all at once. */
const ALL = 40;

type Kind = Pick<OrderKind, "title" | "passes"> &
  Partial<Pick<OrderKind, "adds" | "count">> & { fields: readonly unknown[] };

function buttonWidth({ title, passes, fields, adds, count = 0 }: Kind, heading: string | null): number {
  const follows = passes && heading ? heading.length + 5 : 0;
  const signs = fields.length > 0 ? NUMBER : passes ? SIGNS : 0;
  return (title.length + follows) * LETTER + AROUND + signs + (adds && count > 1 ? ALL : 0);
}

/**
 * Whether the orders that may be given now have no room in one row beside what is asked, so that they are laid out in two; told from
 * how many letters there are. Measured from how they lie it would change to and fro, as two rows leave room for more.
 *
 * @param heading what is told behind the order that ends the step.
 * @param width of the window, in pixels; `scale` is the size of text, 1 for the usual one.
 */
export function isCrowded(
  { legal, prompt, left }: { legal: readonly Kind[]; prompt: string; left: readonly string[] },
  heading: string | null,
  width: number,
  scale: number,
): boolean {
  const asked = Math.max(LEAST, prompt.length * ASKED, left.join(" · ").length * TOLD);
  const buttons = legal.reduce((sum, kind) => sum + buttonWidth(kind, heading), 0);
  return scale * (asked + buttons) + EDITED > width;
}

/** How wide the orders are at most that stand in two rows, in pixels at the usual size of text: so that there are no more. */
export function twoRows(kinds: readonly Kind[]): number {
  if (kinds.length === 0) return 0;
  const widths = kinds.map((kind) => buttonWidth(kind, null));
  const together = (some: readonly number[]): number => some.reduce((sum, width) => sum + width, 0);
  const wider = widths.map((_, first) =>
    Math.max(together(widths.slice(0, first + 1)), together(widths.slice(first + 1))),
  );
  return Math.round(Math.max(UNEVEN * together(widths), SPARE * Math.min(...wider)));
}
