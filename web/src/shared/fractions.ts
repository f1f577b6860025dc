/**
 * A chance in per cent as people read it, as the service's texts have it: never 0 or 100 for what is not certain.
 *
 * `chance` is the exact fraction, if there is one; it counts more than `percent`, which may be rounded.
 */
export function percentText(percent: number, chance = ""): string {
  const [over, under] = parts(chance);
  const exact = over === null || under === 0n ? percent : Number((over * 10_000_000n) / under) / 100_000;
  if (over === 0n || (over === null && exact <= 0)) return "0%";
  if (over === null ? exact >= 100 : over === under) return "100%";
  if (exact < 1) return "<1%";
  return exact > 99 ? ">99%" : `${Math.round(exact)}%`;
}

/** An exact chance where it can be taken in at a glance; "" for fractions that nobody reads. */
export function shortFraction(chance: string, longest = 9): string {
  const [over, under] = parts(chance);
  if (over === null || under === null || over === 0n || over === under) return "";
  const text = `${over}/${under}`;
  return text.length <= longest ? text : "";
}

/** Width of a bar for a chance, in per cent of the room; a chance above nothing stays visible. */
export function barWidth(percent: number): number {
  if (percent <= 0) return 0;
  return Math.min(100, Math.max(1.5, percent));
}

/** Numerator and denominator of a text such as `5/36`. */
function parts(chance: string): [bigint, bigint] | [null, null] {
  const found = /^(\d+)(?:\/(\d+))?$/.exec(chance.trim());
  return found ? [BigInt(found[1] ?? "0"), BigInt(found[2] ?? "1")] : [null, null];
}
