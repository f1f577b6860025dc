/** Where a column of a table begins and ends, in pixels from the left of the table. */
export interface Span {
  from: number;
  to: number;
}

/** Numbers of the first and last of some columns that stand side by side. */
export type Stretch = readonly [first: number, last: number];

/** A column that is cut by less than this is seen, in pixels: widths are not whole numbers. */
const SLACK = 1.5;

/** Which columns of a table that scrolls are not seen as a whole, before and after those that are. */
export function unseen(
  columns: readonly Span[],
  window: Span,
): { before: Stretch | null; after: Stretch | null } {
  const before = columns.filter(({ from }) => from < window.from - SLACK).length;
  const after = columns.findIndex(({ to }) => to > window.to + SLACK);
  return {
    before: before > 0 ? [0, before - 1] : null,
    after: after >= 0 ? [after, columns.length - 1] : null,
  };
}

/** What such columns are called: `6-1 to 9-1`. */
export function called([first, last]: Stretch, names: readonly string[]): string {
  const [from, to] = [names[first] ?? "", names[last] ?? ""];
  return first === last ? from : `${from} to ${to}`;
}
