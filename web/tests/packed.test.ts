// @vitest-environment node
import { deflateRawSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { isText, unpacked } from "../src/lobby/packed";

const record = "Phaseline record 1\ngame: skirmish 1.0\n\n> Le Gué: über 9000\n";
const packed = deflateRawSync(Buffer.from(record)).toString("base64url");

describe("a record in the address", () => {
  it("is unpacked", async () => {
    expect(await unpacked(`#record=${packed}`)).toBe(record);
  });

  it("is not looked for in other addresses", async () => {
    for (const hash of ["", "#/", "#/match/12", "#record=", "#record=a b"])
      expect(await unpacked(hash)).toBeNull();
  });

  it("is none when the address was cut off", async () => {
    expect(await unpacked(`#record=${packed.slice(0, 20)}`)).toBeNull();
  });
});

describe("what a file holds", () => {
  it("is a text or is none", async () => {
    const read = (bytes: readonly number[]): Promise<string> => new Blob([Uint8Array.from(bytes)]).text();
    expect(isText(record)).toBe(true);
    expect(isText(await read([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]))).toBe(false);
    expect(isText(await read([0x50, 0x4b, 0x03, 0x04, 0x00]))).toBe(false);
  });
});
