import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import * as constants from "../../generated/constants.js";

const source = fileURLToPath(new URL("../../src", import.meta.url));
/** Signature schemes of services by name: data that only who asks for it gets. */
const presets = [join("receive/signatures/plan/presets.ts"), join("receive/signatures/schemes.ts")];

const files = readdirSync(source, { recursive: true, encoding: "utf8" }).filter(
  (file) => /(?<!\.d)\.ts$/.test(file) && !presets.includes(file),
);

/** Every text that the YAML gives the vendor, and the placeholder name itself. */
const vendorTexts = [
  "vendor",
  ...Object.values(constants)
    .flatMap((value) => (typeof value === "object" ? Object.values(value) : value))
    .filter((value) => typeof value === "string"),
];

/** The name of the class is the vendor's; its entry and the root say it. */
const CLASS = /\bVendor(?:Options|Webhooks)?\b|VENDOR_\w+/g;
/** A key of the Standard Schema Spec. */
const KEY = /"?\bvendor"?: "typewire"/g;
const binding = [join("entries", "sdk.ts"), "index.ts"];

describe("the handwritten runtime", () => {
  it.each(files)("%s has nothing of a vendor", (file) => {
    const code = readFileSync(join(source, file), "utf8");
    const withoutKey = code.replace(KEY, "");
    const text = (
      binding.includes(file) ? withoutKey.replace(CLASS, "") : withoutKey
    ).toLowerCase();
    expect(vendorTexts.filter((vendorText) => text.includes(vendorText.toLowerCase()))).toEqual([]);
  });
});
