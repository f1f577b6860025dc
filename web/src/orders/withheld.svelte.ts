import type { Session } from "../state/session.svelte";
import type { OrderKind, Refusal } from "../wire";
import { clickable, type Branch } from "./desk";

/** A kind of order that others can be given, but not the unit that was chosen, and why. */
export interface Reason extends Refusal {
  verb: string;
  title: string;
}

/** A kind of order that fewer of those who can act can be given than this share is nothing that one expects of a unit. */
const COMMON = 1 / 3;

/** Whether a unit stands on the map. */
type IsOnMap = (unit: number) => boolean;

/**
 * The kinds of order that one expects to give to a unit, but that cannot be given to it: what others can do, without what
 * needs a rare sort of unit, or gives up something. Who stands on the map is not expected to come onto it, nor who comes
 * onto it to do what those do who are there.
 */
export function expected(
  unit: number,
  legal: readonly OrderKind[],
  branches: readonly Branch[],
  isOnMap: IsOnMap = () => true,
): readonly OrderKind[] {
  const ofUnits = clickable(legal).filter((kind) => kind.fields[0]?.name === "unit");
  const open = new Set(branches.map((branch) => branch.kind.verb));
  const most = Math.max(0, ...ofUnits.map((kind) => kind.count));
  const isAble = ({ units, first }: OrderKind): boolean =>
    units.includes(unit) || first.some((choice) => choice.value === unit);
  const isElsewhere = (kind: OrderKind): boolean => {
    const able = kind.first.flatMap(({ value }) => (typeof value === "number" ? [value] : []));
    const all = [...kind.units, ...able];
    return all.length > 0 && all.every((one) => isOnMap(one) !== isOnMap(unit));
  };
  return ofUnits.filter(
    (kind) => !open.has(kind.verb) && !isAble(kind) && !isElsewhere(kind) && kind.count >= most * COMMON,
  );
}

/** Why a unit that was chosen cannot be given what others can. */
export class Withheld {
  reasons: readonly Reason[] = $state.raw([]);
  private round = 0;

  constructor(private readonly session: Session) {}

  /** This unit is chosen, and nothing else: ask about it. Null: there is nothing to tell. */
  async heed(unit: number | null, branches: readonly Branch[]): Promise<void> {
    const round = ++this.round;
    this.reasons = [];
    if (unit === null) return;
    const found: Reason[] = [];
    const { legal = [], sheet } = this.session.state ?? {};
    const standing = new Set(sheet?.pieces.flatMap((piece) => (piece.hex == null ? [] : [piece.unit])));
    for (const { verb, title, case: number } of expected(unit, legal, branches, (one) => standing.has(one))) {
      try {
        const { refusal } = await this.session.ask("why", { verb, chosen: [unit] });
        found.push({ verb, title, ...(refusal ?? { case: number, text: "there is no way to go" }) });
      } catch {
        return; // the question was overtaken by events
      }
      if (round !== this.round) return;
    }
    this.reasons = found;
  }
}
