import { describe, expect, it } from "vitest";
import { Detours, LOOSE, type Place } from "../src/map/detours";

const at = (x: number): Place => ({ camera: { x, y: 0, scale: 1 }, hold: LOOSE });

describe("detours of the map", () => {
  it("lead back to where the map lay before the first choice, when all are taken back at once", () => {
    const detours = new Detours();
    detours.back(1);
    detours.note(at(1));
    detours.back(2);
    detours.note(at(2));
    expect(detours.back(0)).toEqual(at(1));
    expect(detours.back(0)).toBeNull();
  });

  it("lead back one choice at a time", () => {
    const detours = new Detours();
    detours.back(1);
    detours.note(at(1));
    detours.back(2);
    detours.note(at(2));
    detours.note(at(3)); // moved once more for the same choice
    expect(detours.back(1)).toEqual(at(2));
    expect(detours.back(0)).toEqual(at(1));
  });

  it("stay where a choice did not move the map", () => {
    const detours = new Detours();
    detours.back(1);
    expect(detours.back(0)).toBeNull();
    detours.note(at(1)); // before any choice there is nothing to be taken back
    detours.back(1);
    expect(detours.back(0)).toBeNull();
  });

  it("are forgotten when somebody moves the map himself, or the order is given", () => {
    const detours = new Detours();
    detours.back(1);
    detours.note(at(1));
    detours.forget();
    expect(detours.back(0)).toBeNull();
  });
});
