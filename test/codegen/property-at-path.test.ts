/** The property of a payload that a dotted path leads to, as for its action. */
import { expect, it } from "vitest";
import { findPropertyAt } from "../../codegen/json-schema/paths.js";
import type { Component } from "../../codegen/model/model.js";

const SCHEMA = { type: "object", required: ["name"], properties: { name: { type: "string" } } };

const COMPONENT = { ref: "#/component", name: "Component", schema: SCHEMA } as unknown as Component;

const PAYLOAD = {
  type: "object",
  required: ["kind", "object"],
  properties: {
    kind: { const: "made" },
    object: SCHEMA,
    shared: { $ref: "#/component" },
    anything: true,
  },
};

it.each<readonly [path: string, isRequired: boolean | undefined]>([
  ["kind", true],
  ["object.name", true],
  ["shared.name", false],
  ["object", true],
  ["anything", false],
  ["missing", undefined],
  ["kind.name", undefined],
  ["anything.name", undefined],
  ["constructor", undefined],
  ["object.toString", undefined],
])("%s is required, optional or missing: %s", (path, isRequired) => {
  expect(findPropertyAt(PAYLOAD, path, () => COMPONENT)?.isRequired).toBe(isRequired);
});
