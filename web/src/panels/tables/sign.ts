/** Signs of arms on a field of 24 by 16, as strokes; what is not known stays an empty frame. */
const SIGNS: Record<string, string> = {
  infantry: "M0 0 24 16M24 0 0 16",
  armour: "M7 4h10a4 4 0 0 1 0 8H7a4 4 0 0 1 0-8z",
  "mechanized infantry": "M0 0 24 16M24 0 0 16M7 4h10a4 4 0 0 1 0 8H7a4 4 0 0 1 0-8z",
  reconnaissance: "M24 0 0 16",
  airborne: "M0 0 24 16M24 0 0 16M8 15a2 2 0 0 1 4 0 2 2 0 0 1 4 0",
  "mountain infantry": "M0 0 24 16M24 0 0 16M8.500 16 12 10l3.500 6z",
  mountain: "M0 0 24 16M24 0 0 16M8.500 16 12 10l3.500 6z",
  "amphibious infantry": "M0 0 24 16M24 0 0 16M0 8c3-3 5 3 8 0s5 3 8 0 5 3 8 0",
  antiaircraft: "M0 16a12 11 0 0 1 24 0",
  artillery: "M12 5.500a2.500 2.500 0 1 0 0 5 2.500 2.500 0 0 0 0-5z",
  garrison: "M6 4h12v8H6z",
  headquarters: "M0 4.500h24M0 8h24",
  "supreme headquarters": "M0 4.500h24M0 8h24M0 11.500h24",
  fighter: "M12 2v12M12 5.500 3 9M12 5.500 21 9M12 12 9 14.500M12 12 15 14.500",
  ship: "M3 9.500h18l-2.500 4H5.500zM8 9.500v-3h8v3M12 6.500v-4",
  rocket: "M12 1.500c2 2.500 2.400 5.500 2 10h-4c-.4-4.500 0-7.500 2-10zM10 9l-2.500 5h9L14 9",
  port: "M12 3.500v10M8 6.500h8M6.500 9.500c.8 3.500 3 4 5.500 4s4.700-.5 5.500-4",
  decoy: "M9.500 5.500a2.500 2.500 0 1 1 3.600 2.300c-.8.4-1.100.9-1.100 1.700M12 12.200v.4",
};

/** The strokes of a unit's sign; "" for one of which nothing is known. */
export function signPath(symbol: string): string {
  return SIGNS[symbol] ?? "";
}
