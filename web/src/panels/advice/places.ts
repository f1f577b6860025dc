import { hexesOf, unitsOf, type Branch } from "../../orders/desk";
import type { Choice, OrderKind, Suggestion, Value } from "../../wire";

/** Where an order takes place: the units that it names, and the hexes that it leads to or is about. */
export interface Places {
  units: readonly number[];
  hexes: readonly number[];
}

/** Tells which values the next field of an order may take. */
export type Values = (verb: string, chosen: Value[]) => Promise<readonly Choice[]>;

/** Where a suggested order takes place; what is neither unit nor hex is where the service says that it is. */
export async function placesOf(kind: OrderKind, suggestion: Suggestion, values: Values): Promise<Places> {
  const units: number[] = [];
  const hexes: number[] = [];
  const chosen: Choice[] = [];
  for (const [index, value] of suggestion.values.entries()) {
    const branch: Branch = { kind, chosen: [...chosen], next: null };
    const choice = await choiceOf(branch, value, () => values(kind.verb, suggestion.values.slice(0, index)));
    units.push(...unitsOf(branch, choice));
    hexes.push(...hexesOf(branch, choice));
    chosen.push(choice);
  }
  return { units, hexes };
}

/** A value as it may be chosen. A unit or a hex by its number needs not be looked up. */
async function choiceOf(
  { kind, chosen }: Branch,
  value: Value,
  offered: () => Promise<readonly Choice[]>,
): Promise<Choice> {
  const plain: Choice = { value, token: "", title: "" };
  if (["unit", "hex"].includes(kind.fields[chosen.length]?.kind ?? "") || value === null) return plain;
  const wanted = JSON.stringify(value);
  return (await offered()).find((one) => JSON.stringify(one.value) === wanted) ?? plain;
}
