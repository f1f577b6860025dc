/** Compass points as labels name them. */
const POINTS: Record<string, string> = {
  N: "north",
  NE: "north-east",
  E: "east",
  SE: "south-east",
  S: "south",
  SW: "south-west",
  W: "west",
  NW: "north-west",
};
const LEGS = /^(.+?)((?: (?:NE|NW|SE|SW|N|E|S|W)\d+)+)$/;

/** What a hex's label says, where it tells the way from a place, as `Palermo E1` does; "" for any other. */
export function whereabouts(label: string): string {
  const [, place = "", way = ""] = LEGS.exec(label) ?? [];
  const legs = way
    .trim()
    .split(" ")
    .flatMap((leg) => {
      const [, point = "", count = ""] = /^([NESW]+)(\d+)$/.exec(leg) ?? [];
      return point ? [`${count} ${count === "1" ? "hex" : "hexes"} ${POINTS[point] ?? point}`] : [];
    });
  return legs.length > 0 ? `${legs.join(", then ")} of ${place}` : "";
}
