/** Each key of the YAML formats has a case in which it changes. */
import { expect, it } from "vitest";
import { parse } from "yaml";
import type { Json } from "../../../codegen/model/json.js";
import { CORRECTIONS } from "../../cases/codegen/diff/corrections.js";
import { FORMATS } from "../../cases/codegen/diff/formats.js";
import { PARTS } from "../../cases/codegen/diff/parts.js";
import { VALUES } from "../../cases/codegen/diff/values.js";
import { VENDOR } from "../../cases/codegen/diff/vendor.js";
import { listChangedKeys, listKeys } from "./keys.js";
import { changeDocuments, givenDocuments } from "./service.js";

const FORMAT_OF: Readonly<Record<string, string>> = {
  "vendor.yaml": "vendor",
  "routes.yaml": "routes",
  "events.yaml": "events",
  "corrections.yaml": "corrections",
};

it("each key of the formats has a case", () => {
  const covered = listCovered();
  const missing = listKeys().filter((key) => !covered.has(key));
  // Obsolete: the checker only tells what to write in its place.
  expect(missing).toEqual(["vendor.schema.json#/properties/webhooks/properties/headers"]);
});

function parseJson(text: string): Json {
  return parse(text) as Json;
}

/** The keys that change in a case. */
function listCovered(): ReadonlySet<string> {
  const ofParts = Object.values({ ...PARTS, ...VENDOR, ...FORMATS, ...CORRECTIONS }).flatMap(
    (part) => {
      const [before, after] = [givenDocuments(part), changeDocuments(part)];
      return Object.keys(part.change).flatMap((file) => {
        const format =
          FORMAT_OF[file] ?? (file.startsWith("payloads/") ? "payload" : "json-schema");
        return [...listChangedKeys(format, before[file], after[file])];
      });
    },
  );
  const ofValues = Object.values(VALUES).flatMap(({ before, after }) => [
    ...listChangedKeys("json-schema", parseJson(before), parseJson(after)),
  ]);
  return new Set([...ofParts, ...ofValues]);
}
