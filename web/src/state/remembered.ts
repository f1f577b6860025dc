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

const PASSED = "phaseline.passed";
/** So many matches are remembered, those played last. */
const MATCHES = 40;

function passedKey(match: string): string {
  return `${PASSED}.${match}`;
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

/** Keep the last of them, for a later visit; matches that were played longer ago than others are forgotten. */
export function rememberPassed(match: string, passed: ReadonlySet<number>): void {
  try {
    const last = [...passed].sort((a, b) => a - b).slice(-REMEMBERED);
    localStorage.setItem(passedKey(match), JSON.stringify(last));
    forgetBut([...remembered().filter((one) => one !== match), match].slice(-MATCHES));
  } catch {
    // It holds as long as this page is open.
  }
}

/** The matches of which something is kept, the one played last at the end: those of which that is not known come first. */
function remembered(): string[] {
  const keys = Array.from({ length: localStorage.length }, (_, index) => localStorage.key(index) ?? "");
  const there = keys.flatMap((key) => (key.startsWith(passedKey("")) ? key.slice(passedKey("").length) : []));
  const order = orderKept().filter((match) => there.includes(match));
  return [...there.filter((match) => !order.includes(match)), ...order];
}

/** In which order matches were played, as far as that is kept and can be read. */
function orderKept(): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(PASSED) ?? "[]");
    return Array.isArray(kept) ? kept.filter((one) => typeof one === "string") : [];
  } catch {
    return [];
  }
}

function forgetBut(matches: readonly string[]): void {
  for (const match of remembered()) if (!matches.includes(match)) localStorage.removeItem(passedKey(match));
  localStorage.setItem(PASSED, JSON.stringify(matches));
}
