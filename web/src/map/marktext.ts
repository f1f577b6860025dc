import type { Mark } from "../wire";
import { capital } from "../shared/text";

/** What a mark in a hex says on its card: with whose it is, unless it says that itself or is seen by its picture. */
export function markText({ text, kind, side }: Pick<Mark, "text" | "kind" | "side">, owner: string): string {
  const told = capital(text ?? "");
  const isPlain = side == null || kind === "beachhead" || told.split(/\W+/).includes(owner);
  return isPlain ? told : `${told} (${owner})`;
}
