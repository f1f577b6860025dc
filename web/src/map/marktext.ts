import type { HexText, Mark } from "../wire";
import { capital } from "../shared/text";

/** What a mark in a hex says on its card: with whose it is, unless it says that itself or is seen by its picture. */
export function markText({ text, kind, side }: Pick<Mark, "text" | "kind" | "side">, owner: string): string {
  const told = capital(text ?? "");
  const isPlain = side == null || kind === "beachhead" || told.split(/\W+/).includes(owner);
  return isPlain ? told : `${told} (${owner})`;
}

/** What the words about the ground tell as well as marks: who holds a hex, and what that is worth. */
const GROUND: readonly Mark["kind"][] = ["control", "objective"];

/** Whether the lines about a hex tell already what a mark in it says, and whose it is. */
export function isTold(
  { text, kind, side }: Pick<Mark, "text" | "kind" | "side">,
  owner: string,
  lines: HexText["lines"],
): boolean {
  return lines.some((line) => {
    if (line.text === text) return true;
    const told = `${line.text}: ${line.value ?? ""}`.toLowerCase();
    return (
      GROUND.includes(kind) &&
      [text, side == null ? "" : owner].every((one) => told.includes(one.toLowerCase()))
    );
  });
}
