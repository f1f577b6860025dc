import { describe, expect, it } from "vitest";
import { barWidth, percentText, shortFraction } from "../../src/shared/fractions";

describe("percentText", () => {
  it("says 0 and 100 only of what is certain", () => {
    expect(percentText(0)).toBe("0%");
    expect(percentText(100, "1")).toBe("100%");
    expect(percentText(100, "46656/46656")).toBe("100%");
    expect(percentText(0.0021, "1/46656")).toBe("<1%");
    expect(percentText(99.9979, "46655/46656")).toBe(">99%");
  });
  it("trusts the fraction more than a rounded number", () => {
    expect(percentText(99.9, "2185/2187")).toBe(">99%");
    expect(percentText(0.1, "2/2187")).toBe("<1%");
    expect(percentText(99.5, "199/200")).toBe(">99%");
    expect(percentText(100)).toBe("100%");
  });
  it("gives a decimal below ten", () => {
    expect(percentText(13.888, "5/36")).toBe("14%");
    expect(percentText(2.7777, "1/36")).toBe("3%");
  });
});

describe("shortFraction", () => {
  it("leaves out what nobody reads, and what is certain", () => {
    expect(shortFraction("5/36")).toBe("5/36");
    expect(shortFraction("1234567/60466176")).toBe("");
    expect(shortFraction("1")).toBe("");
    expect(shortFraction("0")).toBe("");
    expect(shortFraction("")).toBe("");
  });
});

describe("barWidth", () => {
  it("keeps small chances visible and stays in its room", () => {
    expect(barWidth(0)).toBe(0);
    expect(barWidth(0.01)).toBe(1.5);
    expect(barWidth(120)).toBe(100);
  });
});
