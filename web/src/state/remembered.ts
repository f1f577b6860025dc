function seatKey(match: string): string {
  return `phaseline.seat.${match}`;
}

/** Who sat here before a reload. Kept for this tab only. */
export function rememberedSeat(match: string): number | null {
  const kept = sessionStorage.getItem(seatKey(match));
  return kept === null ? null : Number(kept);
}

/** Keep it. */
export function rememberSeat(match: string, seat: number): void {
  sessionStorage.setItem(seatKey(match), String(seat));
}

/** So many orders given unasked are remembered of a match: what came before them is no news any more. */
const REMEMBERED = 100;

function passedKey(match: string): string {
  return `phaseline.passed.${match}`;
}

/** Entries of a match's orders that were given unasked, as far as this browser knows. */
export function rememberedPassed(match: string): Set<number> {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(passedKey(match)) ?? "[]");
    return new Set(Array.isArray(kept) ? kept.filter((one) => typeof one === "number") : []);
  } catch {
    return new Set(); // what is kept there cannot be read, or nothing can be kept: told as on another machine
  }
}

/** Keep the last of them, for a later visit. */
export function rememberPassed(match: string, passed: ReadonlySet<number>): void {
  try {
    const last = [...passed].sort((a, b) => a - b).slice(-REMEMBERED);
    localStorage.setItem(passedKey(match), JSON.stringify(last));
  } catch {
    // It holds as long as this page is open.
  }
}
