/** Messages of errors, which a bundle may have without their texts. */
import { describe, expect, it } from "vitest";
import { linkTo, writeMessage } from "../../src/base/package.js";

describe("the message of an error", () => {
  const page = "https://github.com/typewire/typewire/blob/main/docs/errors.md#unsafe_path";

  it("has the page of its code in place of a text that a bundle leaves out", () => {
    expect(linkTo("UNSAFE_PATH")).toBe(page);
    expect(writeMessage("UNSAFE_PATH", "The path", undefined)).toBe(
      `The path: UNSAFE_PATH, see ${page}`,
    );
    expect(writeMessage("UNSAFE_PATH", "The path", "is wrong")).toBe("The path is wrong.");
  });
});
