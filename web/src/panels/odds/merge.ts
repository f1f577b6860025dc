import type { ForecastRow } from "../../wire";

/** Rows of a results table that mean the same, as one row with their chances together; the likeliest first. */
export function merged(rows: readonly ForecastRow[]): ForecastRow[] {
  const found = new Map<
    string,
    { row: ForecastRow; over: bigint; under: bigint; percent: number; exact: boolean }
  >();
  for (const row of rows) {
    const name = row.text || row.label;
    const [over, under] = fraction(row.chance);
    const seen = found.get(name);
    if (!seen) {
      found.set(name, { row, over, under, percent: row.percent ?? 0, exact: under > 0n });
      continue;
    }
    [seen.over, seen.under] = reduced(seen.over * under + over * seen.under, seen.under * under);
    seen.percent += row.percent ?? 0;
    seen.exact &&= under > 0n;
  }
  return [...found]
    .map(([label, { over, under, percent, exact, row }]) => ({
      label,
      percent,
      chance: exact ? `${over}/${under}` : "",
      highlight: row.highlight ?? false,
    }))
    .sort((one, other) => other.percent - one.percent);
}

/**
 * The result that a sum of the dice has brought about, with the chance that it had: of all sums that bring the same.
 * Null for a sum that none of the rows has.
 */
export function resultOf(rows: readonly ForecastRow[], total: number | null): ForecastRow | null {
  const fallen = total === null ? undefined : rows.find((row) => row.totals?.includes(total));
  const name = fallen && (fallen.text || fallen.label);
  return merged(rows).find((row) => row.label === name) ?? null;
}

function fraction(chance: string | undefined): [bigint, bigint] {
  const found = /^(\d+)(?:\/(\d+))?$/.exec(chance?.trim() ?? "");
  return found ? [BigInt(found[1] ?? "0"), BigInt(found[2] ?? "1")] : [0n, 0n];
}

function reduced(over: bigint, under: bigint): [bigint, bigint] {
  let [a, b] = [over, under];
  while (b > 0n) [a, b] = [b, a % b];
  return a > 0n ? [over / a, under / a] : [over, under];
}
