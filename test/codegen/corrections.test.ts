/** Corrections of `corrections.yaml`, as the model has them. */
import { describe, expect, it } from "vitest";
import { formatPropertyPath, parsePropertyPath } from "../../codegen/corrections/corrections.js";
import { SchemaError } from "../../codegen/model/messages.js";
import type { JsonSchema, SchemaModel } from "../../codegen/model/model.js";
import { readSchema, readUncorrected } from "../../codegen/read-schema.js";
import { changes } from "../cases/codegen/corrections/changes.js";
import { correctionMistakes, mistakenSchema } from "../cases/codegen/corrections/mistakes.js";
import { miniature, miniatureWith } from "../cases/codegen/read/miniature.js";
import { reportOf } from "../cases/codegen/read/report-of.js";

/** An event `ticket.opened`, whose payload has a user by reference and another one written out, and three components. */
const SERVICE = {
  "payloads/ticket.yaml": `actions:
  opened:
    type: object
    required: [user, by]
    properties:
      user: { $ref: ../components/shared.yaml#/user }
      by:
        type: object
        required: [login]
        properties: { login: { type: string }, name: { type: string } }
`,
  "components/shared.yaml": `${miniature["components/shared.yaml"] ?? ""}
user:
  type: object
  required: [login]
  properties: { login: { type: string }, name: { type: string } }
unused:
  type: object
  properties: { login: { type: string }, name: { type: string } }
`,
};

describe("a change", () => {
  it.each(changes)("allows $title", ({ schema, change, becomes }) => {
    const payload = payloadOf(
      `{ type: object, properties: { state: ${schema} } }`,
      `{ property: state, ${change}, reason: seen }`,
    );
    expect(payload).toEqual({ type: "object", properties: { state: becomes } });
  });

  it("allows a property to be absent", () => {
    const payload = payloadOf(
      "{ type: object, required: [a, b], properties: { a: { type: string }, b: { type: string } } }",
      "{ property: a, optional: true, reason: seen }",
    );
    expect(payload).toMatchObject({ required: ["b"] });
  });

  it("promises a property that the description does not", () => {
    const payload = payloadOf(
      "{ type: object, required: [a], properties: { a: { type: string }, b: { type: string } } }",
      "{ property: b, required: true, reason: always there }",
    );
    expect(payload).toMatchObject({ required: ["a", "b"] });
  });

  it("describes a property that was not", () => {
    const payload = payloadOf(
      "{ type: object, properties: { a: { type: string } } }",
      "{ property: b, schema: { type: integer }, reason: seen }",
    );
    expect(payload).toEqual({
      type: "object",
      properties: { a: { type: "string" }, b: { type: "integer" } },
    });
  });
});

describe("a path", () => {
  it.each(["a", "a.b", "a[].b", "a{}.b-c", "[]", "{}[]", "+1"])(
    "%s is read and written",
    (text) => {
      expect(formatPropertyPath(parsePropertyPath(text))).toBe(text);
    },
  );

  it("leads through items, further properties and all members of a composition", () => {
    const payload = payloadOf(
      `
      allOf:
        - type: object
          properties:
            a:
              type: array
              items:
                type: object
                additionalProperties:
                  anyOf:
                    - { type: "null" }
                    - { type: object, properties: { d: { type: string } } }
      `,
      '{ property: "a[]{}.d", types: [integer], reason: seen }',
    );
    expect(JSON.stringify(payload)).toContain('"d":{"type":["string","integer"]}');
  });
});

describe("a place", () => {
  it("may be a component, for all that refer to it", () => {
    const model = readCorrected(
      `
components:
  components/shared.yaml#/user:
    - { property: name, nullable: true, reason: hidden }
`,
    );
    expect(componentOf(model, "user")).toMatchObject({
      properties: { name: { type: ["string", "null"] } },
    });
    expect(openedOf(model)).toMatchObject({
      properties: { by: { properties: { name: { type: "string" } } } },
    });
  });

  it("may correct objects by their properties, in every payload and nowhere else", () => {
    const model = readCorrected(
      `
objects:
  user:
    having: [login, name]
    corrections:
      - { property: name, nullable: true, reason: hidden }
`,
    );
    const nullable = { properties: { name: { type: ["string", "null"] } } };
    expect(componentOf(model, "user")).toMatchObject(nullable);
    expect(openedOf(model)).toMatchObject({ properties: { by: nullable } });
    expect(componentOf(model, "unused")).toMatchObject({
      properties: { name: { type: "string" } },
    });
  });

  it("may be an event with all of its actions", () => {
    const model = readCorrected(
      `
payloads:
  ticket:
    - { property: user, optional: true, reason: gone }
`,
    );
    expect(openedOf(model)).toMatchObject({ required: ["by"] });
  });

  it("may be every payload", () => {
    const model = readCorrected(
      `
payloads:
  "*":
    - { property: [user, by], optional: true, reason: gone }
`,
    );
    expect(openedOf(model)).toMatchObject({ required: [] });
  });

  it("may be every schema with some keywords", () => {
    const model = readCorrected(
      `
everywhere:
  - { where: { type: string }, nullable: true, reason: null at times }
`,
    );
    expect(componentOf(model, "user")).toMatchObject({
      properties: { login: { type: ["string", "null"] } },
    });
  });

  it("leaves out objects that have a property listed as lacking, and is refused if no object is left", () => {
    const read = () =>
      readCorrected(
        `
objects:
  user:
    having: [login]
    lacking: [name]
    corrections:
      - { property: login, nullable: true, reason: hidden }
`,
      );
    expect(read).toThrow(SchemaError);
  });
});

describe("a mistake in corrections.yaml", () => {
  it.each(correctionMistakes)("is reported exactly: $title", ({ text, report }) => {
    const files = miniatureWith({ ...mistakenSchema, "corrections.yaml": text });
    expect(reportOf(() => readSchema(files))).toEqual(report);
  });
});

describe("the model without corrections", () => {
  it("is as the YAML describes it", () => {
    const files = miniatureWith({});
    expect(readSchema(files)).toEqual(readUncorrected(files).model);
  });
});

/** The model of `SERVICE` with these corrections. */
function readCorrected(corrections: string) {
  return readSchema(miniatureWith({ ...SERVICE, "corrections.yaml": corrections }));
}

/** The payload of `ticket.opened` with this schema and this correction. */
function payloadOf(schema: string, correction: string): JsonSchema | undefined {
  return openedOf(
    readSchema(
      miniatureWith({
        "payloads/ticket.yaml": `actions:\n  opened:\n      ${schema.trim()}\n`,
        "corrections.yaml": `payloads:\n  ticket.opened:\n    - ${correction}\n`,
      }),
    ),
  );
}

function openedOf(model: SchemaModel): JsonSchema | undefined {
  return model.events[0]?.actions[0]?.payload;
}

function componentOf(model: SchemaModel, name: string): JsonSchema | undefined {
  return model.components.find((component) => component.name === name)?.schema;
}
