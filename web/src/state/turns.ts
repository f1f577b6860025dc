/** Whose turn it was when the match was looked at: whether one's own, and after how many orders. */
export interface Look {
  mine: boolean;
  entry: number;
}

/**
 * Whether one's turn has begun between two looks at the match. Of several orders at once some were another's, for one's own
 * are given one at a time: the other side may have come and gone between two frames.
 */
export function hasBegun(before: Look | null, now: Look): boolean {
  return before !== null && now.mine && (!before.mine || now.entry - before.entry > 1);
}
