import { isComplete, targetsOf, type Branch } from "./desk";

/** Where it is asked which of several kinds of order is meant: beside the hex, in the list below the map, or by the buttons. */
export type Asking = "menu" | "tray" | "bar";

/**
 * The one place where what was begun is asked to be settled; null when there is nothing to settle but the next value.
 *
 * Where all that it may become stands in the list anyway, with orders that need nothing more among it, the list is that
 * place. Else it is the menu beside what was clicked, or the buttons of the bar if nothing on the map was.
 *
 * @param open what was begun may become an order by itself, or orders of several kinds.
 */
export function askedAt(
  branches: readonly Branch[],
  open: boolean,
  anchor: number | null,
  onMap: ReadonlySet<number>,
): Asking | null {
  if (!open) return null;
  const listed = new Set(targetsOf({ branches }, onMap).listed.map(({ branch }) => branch));
  if (listed.size > 0 && branches.every((branch) => isComplete(branch) || listed.has(branch))) return "tray";
  return anchor === null ? "bar" : "menu";
}
