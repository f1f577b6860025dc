/** Pixels that the buttons on the map take up: at its right edge, or at its upper edge on a narrow screen. */
export const TOOLS = 64;

/** Narrower screens have what lies over the map above rather than beside what is shown. The style sheets know it too. */
const NARROW = 700;

/** Whether the buttons on the map stand in a row above, rather than in a column at the right. */
export function isNarrow(): boolean {
  return window.innerWidth <= NARROW;
}
