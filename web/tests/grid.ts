import { HEX } from "../src/map/board";
import type { GridData } from "../src/wire";

const GAP = (Math.sqrt(3) / 2) * HEX;

/** A grid like the service's: pointy-top rows or flat-top columns, every second one half a hex further. */
export function grid(orientation: "pointy" | "flat", lines: number, length: number): GridData {
  const hexes = [];
  for (let line = 0; line < lines; line++) {
    for (let place = 0; place < length; place++) {
      const along = (place + (line % 2) / 2) * HEX;
      const across = line * GAP;
      hexes.push({
        id: line * 100 + place,
        label: `${line}.${place}`,
        x: orientation === "pointy" ? along : across,
        y: orientation === "pointy" ? across : along,
        terrain: "clear",
      });
    }
  }
  return { width: length, height: lines, orientation, hexes };
}
