/** Values of an enum and members of a union that a service may add tomorrow, in types and validators. */
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { generate, type GeneratedFile } from "../../codegen/generate.js";
import { readSchema } from "../../codegen/read-schema.js";
import { typeErrors } from "../cases/codegen/emit/type-errors.js";
import { miniature, miniatureWith } from "../cases/codegen/read/miniature.js";
import type { PayloadLoader, Schema } from "../../src/runtime/schemas.js";
import { createModuleFolder } from "./module-folder.js";

const writeModules = createModuleFolder();

const CAT =
  "{ type: object, required: [kind, id], properties: { kind: { const: cat }, id: { type: integer }, lives: { type: integer } } }";
const DOG =
  "{ type: object, required: [kind, id], properties: { kind: { const: dog }, id: { type: integer }, tricks: { type: string } } }";
const HORSE =
  "{ type: object, required: [kind], properties: { kind: { enum: [pony, mare] }, hands: { type: integer } } }";
const STONE = "{ type: object, required: [weight], properties: { weight: { type: integer } } }";

const PET =
  'pet: { description: Apart from other components., oneOf: [{ $ref: "#/cat" }, { $ref: "#/dog" }] }';

const COMPONENTS = `ticket: { type: object, properties: { id: { type: integer } } }
cat: ${CAT}
dog: ${DOG}
horse: ${HORSE}
stone: ${STONE}
`;

const BIRD = { kind: "bird", wings: 2 };

const cases: readonly Case[] = [
  {
    what: "an enum of texts",
    thing: "{ type: string, enum: [open, closed] }",
    types: ['"open" | "closed" | (string & {})', '"open" | "closed"'],
    known: ["open"],
    tomorrow: ["paused", ""],
    wrong: [7, null, {}],
  },
  {
    what: "an enum without a type, and null",
    thing: "{ enum: [open, closed, null] }",
    types: ['"open" | "closed" | (string & {}) | null', '"open" | "closed" | null'],
    known: ["open", null],
    tomorrow: ["paused"],
    wrong: [7],
  },
  {
    what: "an enum of integers",
    thing: "{ type: integer, enum: [1, 2] }",
    types: ["1 | 2 | (number & {})", "1 | 2"],
    known: [1],
    tomorrow: [3],
    wrong: ["1", 1.5],
  },
  {
    what: "an enum of texts and numbers",
    thing: "{ enum: [auto, 1] }",
    types: ['"auto" | 1 | (string & {}) | (number & {})', '"auto" | 1'],
    known: ["auto", 1],
    tomorrow: ["none", 2],
    wrong: [true],
  },
  {
    what: "an enum in a list and in a map",
    thing:
      "{ type: object, additionalProperties: { type: array, items: { enum: [read, write] } } }",
    types: [
      '{ [k: string]: ("read" | "write" | (string & {}))[]; }',
      '{ [k: string]: ("read" | "write")[]; }',
    ],
    known: [{ a: ["read"] }],
    tomorrow: [{ a: ["admin"] }],
    wrong: [{ a: [7] }],
  },
  {
    what: "an enum of the names of properties",
    thing:
      "{ type: object, propertyNames: { enum: [en, de] }, additionalProperties: { type: string } }",
    types: [
      "{ en?: string; de?: string; [k: string]: string | undefined; }",
      "{ en?: string; de?: string; }",
    ],
    known: [{ en: "yes" }],
    tomorrow: [{ fr: "oui" }],
    wrong: [{ fr: 7 }],
  },
  {
    what: "a constant, which stays",
    thing: "{ const: open }",
    types: ['"open"'],
    known: ["open"],
    tomorrow: [],
    wrong: ["closed"],
  },
  {
    what: "an enum with one value, which is a constant",
    thing: "{ type: string, enum: [open] }",
    types: ['"open"'],
    known: ["open"],
    tomorrow: [],
    wrong: ["closed"],
  },
  {
    what: "an enum of flags, which has all values there are",
    thing: "{ enum: [true, false] }",
    types: ["true | false"],
    known: [true],
    tomorrow: [],
    wrong: ["true"],
  },
  {
    what: "a part of an enum, which is exact beside it",
    thing: "{ allOf: [{ enum: [open, closed] }, { const: open }] }",
    types: ['("open" | "closed" | (string & {})) & "open"', '("open" | "closed") & "open"'],
    known: ["open"],
    tomorrow: [],
    wrong: ["closed", "paused"],
  },
  {
    what: "a union by a constant",
    thing: '{ oneOf: [{ $ref: "#/cat" }, { $ref: "#/dog" }] }',
    types: ["Cat | Dog | { kind: `unlisted ${string}`; id: number; }", "Cat | Dog"],
    known: [
      { kind: "cat", id: 1, lives: 9 },
      { kind: "dog", id: 1, tricks: "sit", more: true },
    ],
    tomorrow: [BIRD, { kind: "cow", lives: "?" }],
    wrong: [{ kind: "cat", id: 1, lives: "9" }, { kind: "cat" }, { id: 1 }, { kind: 7, id: 1 }],
  },
  {
    what: "a union with null, and with a member that has several values",
    thing: '{ anyOf: [{ $ref: "#/horse" }, { $ref: "#/dog" }, { type: "null" }] }',
    types: [
      '(Horse & { kind?: "pony" | "mare"; }) | Dog | null | { kind: `unlisted ${string}`; }',
      "HorseInput | Dog | null",
    ],
    known: [null, { kind: "mare" }, { kind: "dog", id: 1 }],
    tomorrow: [BIRD],
    wrong: [{ kind: "mare", hands: "16" }, { kind: "dog" }, {}],
  },
  {
    what: "a union in a union, whose members are one list",
    thing: `{ oneOf: [{ $ref: "#/pet" }, { $ref: "#/horse" }] }\n${PET}`,
    types: [
      'Cat | Dog | (Horse & { kind?: "pony" | "mare"; }) | { kind: `unlisted ${string}`; }',
      "PetInput | HorseInput",
    ],
    known: [{ kind: "cat", id: 1 }, { kind: "pony" }],
    tomorrow: [BIRD],
    wrong: [{ kind: "pony", hands: "14" }, { kind: "dog" }],
  },
  {
    what: "a union by a discriminator with a mapping",
    thing:
      '{ oneOf: [{ $ref: "#/stone" }, { $ref: "#/stone2" }], discriminator: { propertyName: sort, mapping: { light: "#/stone", heavy: "#/stone2" } } }\nstone2: { type: object, properties: { mass: { type: integer } } }',
    types: [
      '(Stone & { sort?: "light"; }) | (Stone2 & { sort?: "heavy"; }) | { sort: `unlisted ${string}`; }',
      '(Stone & { sort?: "light"; }) | (Stone2 & { sort?: "heavy"; })',
    ],
    known: [{ sort: "light", weight: 1 }, { sort: "heavy" }],
    tomorrow: [{ sort: "flying" }],
    wrong: [{ sort: "heavy", mass: "1" }, { sort: "light" }],
  },
  {
    what: "a union that nothing tells apart, which stays",
    thing: '{ oneOf: [{ $ref: "#/cat" }, { $ref: "#/stone" }] }',
    types: ["Cat | Stone"],
    known: [{ kind: "cat", id: 1 }, { weight: 1 }],
    tomorrow: [],
    wrong: [BIRD],
  },
  {
    what: "a union of one object, which stays",
    thing: '{ oneOf: [{ $ref: "#/cat" }, { type: string }] }',
    types: ["Cat | string"],
    known: [{ kind: "cat", id: 1 }, "cat"],
    tomorrow: [],
    wrong: [BIRD],
  },
];

const schemas = cases.map(({ thing }) => thing);
const rows = cases.map((row, index) => ({ ...row, index }));

describe("[K.10] [K.11] what is received", async () => {
  const files = await generated(schemas);
  const checkOf = await createCheck(files);

  it("compiles", () => {
    expect(typeErrors(files)).toEqual([]);
  });

  it.each(rows)("is open: $what", ({ index, types, known, tomorrow, wrong }) => {
    const [received, sent] = types;
    expect(declarationOf(files, `Thing${index}`)).toBe(received);
    expect(declarationOf(files, `Thing${index}Input`)).toBe(sent);
    const check = checkOf(index);
    expect([...known, ...tomorrow].map(check)).toEqual([...known, ...tomorrow].map(() => "valid"));
    expect(wrong.map(check)).toEqual(wrong.map(() => "invalid"));
  });
});

describe("[K.13] what is received, where the vendor says that enums are closed", async () => {
  const files = await generated(schemas, "enums: closed\n");
  const checkOf = await createCheck(files);

  it.each(rows)("is closed: $what", ({ index, types, known, tomorrow, wrong }) => {
    const [received, sent = received] = types;
    expect(declarationOf(files, `Thing${index}`)).toBe(sent.replace(/Input\b/g, ""));
    expect(declarationOf(files, `Thing${index}Input`)).toBeUndefined();
    const check = checkOf(index);
    expect(known.map(check)).toEqual(known.map(() => "valid"));
    const refused = [...tomorrow, ...wrong];
    expect(refused.map(check)).toEqual(refused.map(() => "invalid"));
  });
});

describe("[K.12] what is sent", () => {
  it("is closed, also in a component that is only sent, which keeps its name", async () => {
    const model = readSchema(
      miniatureWith({
        "routes.yaml": `POST /things:
  operation: things/create
  query: { sort: { enum: [up, down] } }
  body: { schema: { type: object, required: [thing], properties: { thing: ${ref("thing")} } } }
  responses: { 204: }
`,
        "components/shared.yaml": `${COMPONENTS}thing: { type: object, properties: { state: { enum: [open, closed] }, pet: { $ref: "#/pet" } } }\n${PET}\n`,
        "vendor.yaml": `${miniature["vendor.yaml"] ?? ""}runtime: false\n`,
      }),
    );
    const files = await generate(model);
    expect(declarationOf(files, "Thing")).toBe('{ state?: "open" | "closed"; pet?: Pet; }');
    expect(declarationOf(files, "Pet")).toBe("Cat | Dog");
    expect(declarationOf(files, "ThingInput")).toBeUndefined();
    expect(declarationOf(files, "ThingsCreateParameters")).toContain(
      'sort?: "up" | "down" | undefined',
    );
  });
});

describe("[K.14] code that narrows", () => {
  it("handles the known members of a union, and the others by default", async () => {
    const files = await generated([
      "{ type: object, required: [state, pet], properties: { state: { enum: [open, closed] }, pet: { oneOf: [{ $ref: '#/cat' }, { $ref: '#/horse' }] } } }",
    ]);
    const file = files.find(({ text }) => /export (type|interface) Thing0\b/.test(text));
    const source = `import type { Thing0 } from "./${file?.path.replace(/\.ts$/, ".js") ?? ""}";
declare const thing: Thing0;
switch (thing.state) {
  case "open":
    break;
  case "closed":
    break;
  default:
    thing.state satisfies string;
    // @ts-expect-error -- there may be others
    thing.state satisfies never;
}
const { pet } = thing;
switch (pet.kind) {
  case "cat":
    pet.lives satisfies number | undefined;
    break;
  case "pony":
  case "mare":
    pet.hands satisfies number | undefined;
    break;
  default:
    pet.kind satisfies string;
    // @ts-expect-error -- there may be others
    pet satisfies never;
}
if (pet.kind !== "cat") {
  // @ts-expect-error -- only a cat has lives
  pet.lives;
}
if ("lives" in pet) pet.kind satisfies "cat";
`;
    expect(typeErrors(files, source)).toEqual([]);
  });
});

describe("[K.14] what tells events apart", () => {
  it("is exact: the action, also in a union, and the name in a body", async () => {
    const model = readSchema(
      miniatureWith({
        "vendor.yaml": `${(miniature["vendor.yaml"] ?? "").replace("{ header: X-Acme-Event }", "{ body: type }")}runtime: false\n`,
        "events.yaml": "ticket:\n  actions: [opened]\nping:\n",
        "payloads/ticket.yaml": `actions:\n  opened: { type: object, required: [action, type], properties: { type: { enum: [ticket, ping] }, action: { type: string, enum: [opened, reopened] }, state: { enum: [a, b] } } }\n`,
        "payloads/ping.yaml": `payload: { oneOf: [{ type: object, required: [type, a], properties: { type: { const: ping }, a: { type: integer } } }, { type: object, required: [type, b], properties: { type: { const: pong }, b: { type: integer } } }] }\n`,
      }),
    );
    const files = await generate(model);
    expect(declarationOf(files, "TicketOpenedPayload")).toBe(
      '{ type: "ticket"; action: "opened"; state?: "a" | "b" | (string & {}); }',
    );
    expect(declarationOf(files, "TicketPayload")).toBe("TicketOpenedPayload");
    expect(declarationOf(files, "PingPayload")).toBe(
      '{ type: "ping"; a: number; } | { type: "ping"; b: number; }',
    );
  });
});

function ref(name: string): string {
  return `{ $ref: "components/shared.yaml#/${name}" }`;
}

/** Generates a component for each schema in YAML: `thing0` and so on. A payload and a response give it, a body takes it. */
async function generated(
  things: readonly string[],
  vendor = "",
): Promise<readonly GeneratedFile[]> {
  const names = things.map((_, index) => `thing${index}`);
  const payloads = names.map((name) => [
    `payloads/ping_${name}.yaml`,
    `payload: { type: object, required: [thing], properties: { thing: { $ref: ../components/shared.yaml#/${name} } } }\n`,
  ]);
  const routes = names.map(
    (name) => `POST /${name}:
  operation: things/create-${name}
  body: { schema: { type: object, required: [thing], properties: { thing: ${ref(name)} } } }
  responses: { 200: ${ref(name)} }
`,
  );
  const model = readSchema(
    miniatureWith({
      "vendor.yaml": `${miniature["vendor.yaml"] ?? ""}runtime: false\n${vendor}`,
      "events.yaml": `ping:\n${names.map((name) => `ping_${name}:\n`).join("")}`,
      ...Object.fromEntries(payloads),
      "routes.yaml": routes.join(""),
      "components/shared.yaml": `${COMPONENTS}${things.map((thing, index) => `thing${index}: ${thing}\n`).join("")}`,
    }),
  );
  return generate(model);
}

/** A declaration on one line, without comments. */
function declarationOf(files: readonly GeneratedFile[], name: string): string | undefined {
  const code = files
    .filter(({ path }) => path.endsWith(".ts"))
    .map(({ text }) => text.replace(/\/\*[\s\S]*?\*\//g, "").replace(/\s+/g, " "))
    .join("\n");
  return new RegExp(`export (?:type ${name} = |interface ${name} )(.*?)(?= export |\\n|$)`)
    .exec(code)?.[1]
    ?.trim()
    .replace(/;$/, "")
    .replace(/^\| /, "");
}

/** Functions that check a value by the validator of a thing. */
async function createCheck(
  files: readonly GeneratedFile[],
): Promise<(index: number) => (thing: unknown) => Verdict> {
  const home = writeModules(files.filter(({ path }) => path.startsWith("schemas/")));
  const { payloadLoaders } = (await import(join(home, "schemas/loaders.ts"))) as {
    payloadLoaders: Readonly<Record<string, PayloadLoader>>; // as it exports
  };
  const schemas = new Map<string, Schema<unknown>>();
  for (const load of Object.values(payloadLoaders)) {
    for (const [name, schema] of await load()) schemas.set(name, schema);
  }
  return (index) => (thing) => {
    const name = `ping_thing${index}`;
    const schema = schemas.get(name) ?? fail(name);
    return schema["~standard"].validate({ thing }).issues === undefined ? "valid" : "invalid";
  };
}

function fail(name: string): never {
  throw new Error(`There is no schema of ${name}.`);
}

type Verdict = "valid" | "invalid";

interface Case {
  readonly what: string;
  /** The schema in YAML. */
  readonly thing: string;
  /** The type of what is received; that of what is sent, where it is another. */
  readonly types: readonly [received: string, sent?: string];
  /** Values that validators accept, with open enums and with closed ones. */
  readonly known: readonly unknown[];
  /** Values that they accept only while enums are open. */
  readonly tomorrow: readonly unknown[];
  readonly wrong: readonly unknown[];
}
