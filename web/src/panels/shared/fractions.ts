/** A chance in per cent as people read it: two digits where they matter, and never 0 or 100 for what is not certain. */
export function percentText(percent: number, chance = ""): string {
  const [over, under] = parts(chance);
  if (percent <= 0 || over === 0n) return "0 %";
  if (over !== null && over === under) return "100 %";
  if (percent < 0.1) return "<0.1 %";
  if (percent > 99.9) return percent >= 100 && over === null ? "100 %" : ">99.9 %";
  return percent < 10 ? `${percent.toFixed(1)} %` : `${Math.round(percent)} %`;
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
