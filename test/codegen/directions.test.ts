/** Properties that are only in requests or only in responses: the types of each, under their names. */
import { describe, expect, it } from "vitest";
import { generate, type GeneratedFile } from "../../codegen/generate.js";
import { readSchema } from "../../codegen/read-schema.js";
import { typeErrors } from "../cases/codegen/emit/type-errors.js";
import { miniature, miniatureWith } from "../cases/codegen/read/miniature.js";

const id = "id: { type: integer, readOnly: true }";
const name = "name: { type: string }";

const cases: readonly Case[] = [
  {
    where: "at the top",
    components: `pet: { type: object, required: [id, name], properties: { ${id}, ${name} } }`,
    types: {
      Pet: "export interface Pet { id: number; name: string; }",
      PetsCreateParameters:
        "export interface PetsCreateParameters extends BodyRequestParameters { name: string; data?: undefined; }",
    },
  },
  {
    where: "nested, through a reference",
    components: `pet: { type: object, required: [owner], properties: { owner: { $ref: "#/owner" }, home: { $ref: "#/home" } } }
owner: { type: object, required: [id, name], properties: { ${id}, ${name} } }
home: { type: object, properties: { street: { type: string } } }`,
    types: {
      Owner: "export interface Owner { id: number; name: string; }",
      OwnerInput: "export interface OwnerInput { name: string; }",
      HomeInput: undefined,
      PetsCreateParameters:
        "export interface PetsCreateParameters extends BodyRequestParameters { owner: OwnerInput; home?: Home | undefined; data?: undefined; }",
    },
  },
  {
    where: "behind a reference",
    components: `pet: { type: object, required: [id, name], properties: { id: { $ref: "#/number" }, ${name} } }
number: { type: integer, readOnly: true }`,
    types: {
      PetsCreateParameters:
        "export interface PetsCreateParameters extends BodyRequestParameters { name: string; data?: undefined; }",
    },
  },
  {
    where: "beside a reference",
    components: `pet: { type: object, required: [owner, name], properties: { owner: { readOnly: true, allOf: [{ $ref: "#/owner" }] }, ${name} } }
owner: { type: object, properties: { ${name} } }`,
    types: {
      Pet: "export interface Pet { owner: Owner; name: string; }",
      PetsCreateParameters:
        "export interface PetsCreateParameters extends BodyRequestParameters { name: string; data?: undefined; }",
    },
  },
  {
    where: "through allOf, required by another member",
    components: `pet: { allOf: [{ $ref: "#/base" }, { type: object, required: [id, name], properties: { ${name} } }, { properties: { tag: { readOnly: true } } }, { $ref: "#/tagged" }] }
base: { type: object, properties: { ${id} } }
tagged: { type: object, required: [tag], properties: { tag: { type: string }, note: { type: string } } }`,
    types: {
      PetsCreateParameters:
        "export interface PetsCreateParameters extends BodyRequestParameters { name: string; note?: string | undefined; data?: undefined; }",
    },
  },
  {
    where: "in lists, maps and alternatives",
    components: `pet: { type: object, properties: { list: { type: array, items: { $ref: "#/part" } }, map: { type: object, additionalProperties: { $ref: "#/part" } }, either: { oneOf: [{ $ref: "#/part" }, { type: "null" }] } } }
part: { type: object, required: [id, name], properties: { ${id}, ${name} } }`,
    types: {
      PartInput: "export interface PartInput { name: string; }",
      PetsCreateParameters:
        "export interface PetsCreateParameters extends BodyRequestParameters { list?: PartInput[] | undefined; map?: | { [k: string]: PartInput; } | undefined; either?: PartInput | null | undefined; data?: undefined; }",
    },
  },
  {
    where: "in components that refer to themselves",
    components: `pet: { type: object, required: [id], properties: { ${id}, parent: { $ref: "#/pet" } } }`,
    types: {
      Pet: "export interface Pet { id: number; parent?: Pet; }",
      PetInput: "export interface PetInput { parent?: PetInput; }",
    },
  },
  {
    where: "as writeOnly, in what is received",
    components: `pet: { type: object, required: [secret, name], properties: { secret: { type: string, writeOnly: true }, ${name} } }`,
    types: {
      Pet: "export interface Pet { name: string; }",
      PetsCreateParameters:
        "export interface PetsCreateParameters extends BodyRequestParameters { secret: string; name: string; data?: undefined; }",
    },
  },
  {
    where: "in every alternative but null",
    components: `pet: { type: object, properties: { all: { oneOf: [{ type: integer, readOnly: true }, { type: string, readOnly: true }, { type: "null" }] }, some: { anyOf: [{ type: integer, readOnly: true }, { type: string }] }, none: { anyOf: [{ type: "null" }] }, ${name} } }`,
    types: {
      PetInput: undefined,
      PetsCreateParameters:
        "export interface PetsCreateParameters extends BodyRequestParameters { some?: number | string | undefined; none?: null | undefined; name?: string | undefined; data?: undefined; }",
    },
  },
  {
    where: "beside a component with the name of the input",
    components: `pet: { type: object, properties: { part: { $ref: "#/part" }, other: { $ref: "#/part-input" } } }
part: { type: object, properties: { ${id}, ${name} } }
part-input: { type: object, properties: { size: { type: integer } } }`,
    types: {
      PartInput: "export interface PartInput { size?: number; }",
      SharedPartInput: "export interface SharedPartInput { name?: string; }",
    },
  },
];

describe("readOnly and writeOnly", () => {
  it.each(cases)("$where", async ({ components, types }) => {
    const files = await generated(components);
    const declarations = Object.keys(types).map((type) => [type, declarationOf(files, type)]);
    expect(Object.fromEntries(declarations)).toEqual(types);
    expect(typeErrors(files)).toEqual([]);
  });

  it("leave a model without them as it is", async () => {
    const files = await generated(`pet: { type: object, properties: { ${name} } }`);
    expect(files.some(({ text }) => text.includes("PetInput"))).toBe(false);
  });
});

/** Generates components and a route that sends and receives `pet`. */
async function generated(components: string): Promise<readonly GeneratedFile[]> {
  const routes = `POST /pets:
  operation: pets/create
  body: { schema: { $ref: components/shared.yaml#/pet } }
  responses: { 201: { $ref: components/shared.yaml#/pet } }
`;
  const shared = `${miniature["components/shared.yaml"] ?? ""}${components}\n`;
  const vendor = `${miniature["vendor.yaml"] ?? ""}runtime: false\n`;
  return generate(
    readSchema(
      miniatureWith({
        "routes.yaml": routes,
        "components/shared.yaml": shared,
        "vendor.yaml": vendor,
      }),
    ),
  );
}

/** The declaration of a type, on one line and without comments. */
function declarationOf(files: readonly GeneratedFile[], name: string): string | undefined {
  const texts = files.filter(({ path }) => path.endsWith(".ts")).map(({ text }) => text);
  const code = texts.join("\n").replace(/\/\*[\s\S]*?\*\//g, "");
  const declaration = new RegExp(
    `export (?:interface|type) ${name}\\b[\\s\\S]*?\\n?[};]\\n(?=\\n|$)`,
  ).exec(code);
  return declaration?.[0].replace(/\s+/g, " ").trim();
}

interface Case {
  readonly where: string;
  readonly components: string;
  readonly types: Readonly<Record<string, string | undefined>>;
}
