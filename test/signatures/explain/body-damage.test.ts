/** The damage that a body itself shows. */
import { describe, expect, it } from "vitest";
import { findBodyDamage } from "../../../src/receive/signatures/explain/body-damage.js";
import { toBytes } from "./samples.js";

describe("[E.11] a body", () => {
  it.each([
    ["", "BODY_EMPTY"],
    ["[object Object]", "BODY_STRINGIFIED"],
    ["[object Object] ", undefined],
    ["a\ufffd", "BODY_CHARACTERS_LOST"],
    ["a", undefined],
  ])("shows its own damage: %j is %s", (body, code) => {
    expect(findBodyDamage(toBytes(body))?.code).toBe(code);
  });

  it("shows no damage that is no text", () => {
    expect(findBodyDamage(Uint8Array.of(0xff))).toBeUndefined();
  });
});
