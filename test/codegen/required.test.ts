/** Objects whose parts describe and require properties together. */
import { describe, expect, it } from "vitest";
import { generate } from "../../codegen/generate.js";
import { readSchema } from "../../codegen/read-schema.js";
import { typeErrors } from "../cases/codegen/emit/type-errors.js";
import { miniature, miniatureWith } from "../cases/codegen/read/miniature.js";

const BASE =
  "base: { type: object, properties: { name: { type: string }, id: { type: integer } } }";

const REQUIRES_NAME = `import type { Endpoints } from "./endpoints.js";
declare const thing: Endpoints["POST /things"]["response"];
export const name: string = thing.name;
export const create = (name: string): Endpoints["POST /things"]["parameters"] => ({ name });
// @ts-expect-error -- the name is missing
export const nothing: Endpoints["POST /things"]["parameters"] = {};
// @ts-expect-error -- a name is text
export const number: Endpoints["POST /things"]["parameters"] = { name: 1 };
`;

const TAKES_ALTERNATIVES = `import type { Endpoints } from "./endpoints.js";
type Thing = Endpoints["POST /things"]["response"];
export const things: Thing[] = [{ name: "a" }, { options: ["b"] }, { name: "a", options: ["b"] }];
// @ts-expect-error -- no alternative describes it
export const other: Thing = { name: "a", optoins: [] };
`;

describe("a property that another part describes is required with its type", () => {
  it.each([
    '{ allOf: [{ $ref: "#/base" }, { required: [name], properties: { note: { type: string } } }] }',
    '{ allOf: [{ $ref: "#/base" }, { required: [name] }] }',
    '{ allOf: [{ required: [name] }, { $ref: "#/base" }] }',
    '{ type: object, required: [name], allOf: [{ $ref: "#/base" }] }',
    "{ properties: { name: { type: string } }, allOf: [{ required: [name] }] }",
    '{ allOf: [{ allOf: [{ $ref: "#/base" }] }, { allOf: [{ type: object, required: [name] }] }] }',
  ])("%s", async (thing) => {
    expect(typeErrors(await generated(thing), REQUIRES_NAME)).toEqual([]);
  });
});

describe("properties beside alternatives of which one allows any object", () => {
  const options = "{ properties: { options: { type: array, items: { type: string } } } }";

  it.each(["{ required: [id] }", "{ description: Other. }", "{}"])("%s", async (open) => {
    const thing = `{ properties: { name: { type: string } }, oneOf: [${options}, ${open}] }`;
    expect(typeErrors(await generated(thing), TAKES_ALTERNATIVES)).toEqual([]);
  });
});

/** A client whose route takes and gives a thing. */
async function generated(thing: string) {
  const shared = `${miniature["components/shared.yaml"] ?? ""}${BASE}\nthing: ${thing}\n`;
  const routes = `POST /things:
  operation: things/create
  body: { schema: { $ref: components/shared.yaml#/thing } }
  responses: { 200: { $ref: components/shared.yaml#/thing } }
`;
  return generate(
    readSchema(
      miniatureWith({
        "components/shared.yaml": shared,
        "routes.yaml": routes,
        "vendor.yaml": `${miniature["vendor.yaml"] ?? ""}runtime: false\n`,
      }),
    ),
  );
}
