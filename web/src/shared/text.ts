/** With a capital at its start. */
export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/**
 * A place in the sequence of play, step by step, with its sides written as they are called. A phase that is one decision of the
 * same name is told once: `Initial movement`, not `Initial movement › initial movement`. The first begins with a capital.
 */
export function placeNamed(steps: readonly string[], seats: readonly string[]): string[] {
  return steps
    .filter((step, index) => step.toLowerCase() !== steps[index - 1]?.toLowerCase())
    .map((step) => sidesNamed(step, seats))
    .map((step, index) => (index === 0 ? capital(step) : step));
}

/**
 * The name of a step with its sides written as they are called: `allied supply` is `Allied supply` where a side is Allied.
 */
export function sidesNamed(text: string, seats: readonly string[]): string {
  return text.replace(/\p{L}+/gu, (word) => seats.find((seat) => seat.toLowerCase() === word) ?? word);
}

/**
 * A name without the one that typed orders use after it, where that says nothing to people: `4th Division (us-004)` is
 * `4th Division` and `1st Airborne (B1A_s)` is `1st Airborne`, but `V Corps (US5)` stays, as it is printed so on its counter.
 */
export function spoken(title: string): string {
  return title.replace(/ \((?:[a-z]+-[a-z0-9-]+|\w+_\w+)\)$/, "");
}

/** A sentence with a capital at its start and a stop at its end; what announces a list keeps its colon. */
export function sentence(text: string): string {
  const trimmed = text.trim();
  if (trimmed === "") return "";
  const begun = capital(trimmed);
  return /[.!?…:]$/.test(begun) ? begun : `${begun}.`;
}

/** A text in parts, of which every second one is odds or a span of numbers, as `7-1`: those go on one line. */
export function unbroken(text: string): string[] {
  return text.split(/(\b\d+[-:]\d+\b)/);
}

/** Names one after the other: `A, B and C`. */
export function andNamed(names: readonly string[]): string {
  return names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1) ?? ""}`;
}

/** So many of something, one of it as one: `1 hex`, `2 hexes`. `many` where no s alone makes the plural. */
export function several(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}
