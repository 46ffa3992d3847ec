/** The handwritten runtime has no text of a vendor: each vendor is data. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import * as constants from "../../generated/constants.js";

const source = fileURLToPath(new URL("../../src", import.meta.url));
/** Files with the names of services: schemes of signatures, of which a bundle has those that its program imports. */
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

/** The class of the default vendor has its name, in these two files. */
const CLASS_NAMES = /\bVendor(?:Options|Webhooks)?\b|VENDOR_\w+/g;
/** A key of the Standard Schema Spec, which is called so. */
const STANDARD_KEY = /"?\bvendor"?: "typewire"/g;
const ENTRIES_WITH_CLASS = [join("entries", "sdk.ts"), "index.ts"];

describe("the handwritten runtime", () => {
  it.each(files)("%s has nothing of a vendor", (file) => {
    const code = readFileSync(join(source, file), "utf8");
    const withoutKey = code.replace(STANDARD_KEY, "");
    const text = (
      ENTRIES_WITH_CLASS.includes(file) ? withoutKey.replace(CLASS_NAMES, "") : withoutKey
    ).toLowerCase();
    expect(vendorTexts.filter((vendorText) => text.includes(vendorText.toLowerCase()))).toEqual([]);
  });
});
