/** Declarations are formatted in batches and by another parser, and look as if each was formatted alone. */
import { format } from "prettier";
import { describe, expect, it } from "vitest";
import { formatCode } from "../../codegen/emit/print/format.js";
import { codeOf, ofModule, printModule } from "../../codegen/emit/print/module.js";
import { joinBlocks, LINE_WIDTH } from "../../codegen/emit/print/print.js";
import { layOutTypes } from "../../codegen/emit/print/type-layout.js";
import type { Imported } from "../../codegen/emit/print/types.js";
import { createMemo } from "../../codegen/model/memo.js";

const WORDS = Array.from({ length: 9 }, (_, index) => `"word-number-${index}"`);
const wide = WORDS.join(" | ");
const long = "x".repeat(LINE_WIDTH - 40);

const X = ofModule("./x.js");

/** Bodies of interfaces with members as most clients have them. */
const SIMPLE: readonly string[] = [
  "a: string",
  "a?: string;",
  "readonly a: B[]",
  '"a-b": string\nc: number',
  "/** One. */\na: string",
  "/**\n* Two\n*\n*   lines\n*/\na: string | null",
  'a: ("x" | "y" | 1 | -2)',
  'a: ("x" | null)[]',
  `a: (${wide})`,
  `a?: (${wide})[]`,
  `a: ${WORDS.slice(0, 6).join(" | ")}`,
  `a: (${WORDS.slice(0, 6).join(" | ")})[]`,
  "a: {\nb: string\nc?: {\nd: E\n}\n}",
  "[k: string]: unknown",
  "a: B & C",
  '"GET /x": [parameters?: XParameters];',
  `"GET /${long}": [parameters: ${"Y".repeat(40)}];`,
  '200: Root;\n"4XX": Problem;',
  '"GET /": { success: Success<200, Root>; errors: {} };',
  `"GET /${long}": { success: Success<200, Root>; errors: { 404: A; 409: B } };`,
  `"GET /x": { success: Success<200, ${long}> | Success<201, ${long}>; errors: {} };`,
];

const request = (name: string): string =>
  `request: EndpointRequest<"post", Pick<${name}, ${WORDS.slice(0, 4).join(" | ")}>>;`;

/** Bodies with types that have arguments. */
const GENERIC: readonly string[] = [
  'request: EndpointRequest<"get", Pick<A, "b" | "c">>',
  request("A"),
  request("A".repeat(40)),
  `request: EndpointRequest<"post", Pick<A, ${wide}>>`,
  'a: Item<B["c"]["d"]>',
  "a: B<C<D>, E>",
];

/** Bodies that Prettier changes, or that are rare. */
const OTHER: readonly string[] = [
  "",
  '"a": string',
  '"a": string\n"b-c": string',
  "'a-b': string",
  "a: 'x'",
  "a: {}",
  "a: {\n}",
  "a: { b: string }[]",
  "a: (B | {\nc: string\n})[]\nd: string",
  "a: string[] | {\nb: string\n}[] | undefined",
  "a: [\nstring,\nnumber\n]",
  "a: (b: string) => void",
  "a: string // comment",
  "/** One. */ a: string",
  "/* One. */\na: string",
  "/**\nOne.\n*/\na: string",
  "/**\n* One.  \n* Two.\n*/\na: string",
  "a: string\n\n\nb: string",
  "a: string, b: string",
  `a: EndpointRequest<"get", Pick<${long}, "b" | "c" | "d" | "e">>;\nf: string`,
  `a: ${long}${long}`,
  'a: "ü" | "\\u0061"',
  "a: B | (C & D)",
  "a: keyof B",
  "/** {@link x} */\na: `${string}x`",
];

/** Objects in the places of a type, on several lines and on one. */
const OBJECTS: readonly string[] = [
  "{\nb: 1\n}",
  `{ ${WORDS[0] ?? ""}: "${long}"; d: ${wide} }`,
].flatMap((object) =>
  [
    object,
    `${object} | null`,
    `null | ${object}`,
    `${object} | null | undefined`,
    `${object}[]`,
    `${object}[] | null`,
    `(${object} | null)[]`,
    `(B | ${object})[]`,
    `B & ${object}`,
    `B & C & ${object}`,
    `${object} & ${object}`,
    `(B & ${object})[]`,
    `B | (${object} & C) | null`,
    `[${object}]`,
    `[B, ${object}]`,
    `[${object}, ...${object}[]]`,
    `B<${object}>`,
    `B<C, ${object}>`,
    `(B | ${object})["b"]`,
  ].map((type) => `a: ${type}`),
);

/** Types that are longer than a line. */
const LONG: readonly string[] = [
  `B${long} & ${wide.replaceAll("|", "&")}`,
  `B & (${wide})`,
  `(${wide}) & { b: 1 }`,
  `B | (${wide.replaceAll("|", "&")})`,
  `B | (${WORDS.slice(0, 6).join(" & ")})`,
  `[${WORDS.join(", ")}]`,
  `[${wide}]`,
  `[B, ${wide}]`,
  `[b?: ${wide}]`,
  `[b: ${WORDS.slice(0, 6).join(" | ")}]`,
  `[b?: (C | D) & { ${WORDS.map((word) => `${word}: E`).join("; ")} }]`,
  `B<${wide}>`,
  `B<C, ${wide}>`,
  `B<C> | B<${wide}>`,
  `B<C${long}["${long}"]>`,
  `B${long}${long}["c"]`,
  `() => B<${wide}>`,
].flatMap((type) => [`a: ${type}`, `readonly "a-b"?: ${type}`]);

/** Methods. */
const METHODS: readonly string[] = [
  "a(): B;",
  "a(b: C, options?: D): Promise<E>;",
  `a(b: C, options?: ${long}, d: ${long}): Promise<E>;`,
  `a(options?: ${long}${long}): Promise<E>;`,
  `a(b: ${wide}, options?: D): Promise<E>;`,
  `a(b: ${WORDS.slice(0, 6).join(" | ")}, options?: D): Promise<E>;`,
  `a(b: C, options?: D): Promise<${wide}>;`,
  `a(b: { c: ${long} }, options?: ${long}): E;`,
  `a(b: { c: ${long}${long} }): E;`,
  '"new"(b: C): D;',
];

/** Comments in places of their own, and texts that look like other things. */
const COMMENTS: readonly string[] = [
  "a: B /** One. */",
  "a: /** One. */ B",
  "a: B /** One. */ | C",
  "/** One. */\n\na: B",
  "\n/** One. */\na: B",
  "a: B\n\n/** One. */\nc: D",
  "/** One. */\n/** Two. */\na: B",
  "a: B\n/** One. */",
  "/** One: `/** two`. */\na: B",
  "/**\n * One  \n *  \n * two   \n * three\t \n */\na: B",
  "/**\n * One  */\na: B",
  'a: "/** One. */"',
  'a: \'it\\\'s\' | "it\'s" | "say \\"it\\"" | "it\'s \\"it\\" \\n"',
  '"say \\"it\\"": B',
  "a: -1 | 1.5 | 1e21 | 1.50",
  'a: "漢字" | B',
  `a: "${"漢".repeat(60)}" | "${"字".repeat(20)}"`,
  `"漢字"?: ${long} | ${"B".repeat(22)}`,
  "漢字: B",
];

describe("an interface", () => {
  const bodies = [...SIMPLE, ...GENERIC, ...OTHER, ...OBJECTS, ...LONG, ...METHODS, ...COMMENTS];
  it.each(bodies)("is formatted as by Prettier: %j", async (body) => {
    const block = `interface X {\n${body}\n}`;
    const formatted = await formatCode(block, createMemo());
    expect(formatted.trim()).toBe(await formatWhole(block));
  });

  it.each([...SIMPLE, ...GENERIC, ...OBJECTS])("needs no Prettier if it is common: %j", (body) => {
    expect(layOutTypes(`interface X {\n${body}\n}`)).toBeTypeOf("string");
  });
});

const route = (length: number): string => `"GET /${"r".repeat(length)}"`;
const call = (type: string, length: number): string =>
  `export const call = (parameters: ${type}) => [${route(length)}, parameters] as const;`;
const bareCall = (type: string, length: number): string =>
  `export const call = (...parameters: [parameters?: ${type}]) => [${route(length)}, ...parameters] as const;`;

/** Declarations on one line, as most clients have them. */
const DECLARATIONS: readonly string[] = [
  "export type X = Y;",
  "export type X = Y[];",
  'export type X = "a" | 1 | null;',
  `export type X${long} = Y${long};`,
  `export type X = ${WORDS.slice(0, 5).join(" | ")};`,
  `export type X = ${wide};`,
  `export const list: readonly Name[] = [\n${WORDS.map((word) => `  ${word},\n`)
    .join("")
    .repeat(2)}];`,
  'import type { A, B } from "./x.js";\nimport type { C } from "./y.js";',
  `import type { A${long}, B${long} } from "./x.js";`,
  ...[1, 30, 50, 60, 70, 80, 90].flatMap((length) => [
    call("P", length),
    call(`P${long}`, length),
    call(`P${long}${"p".repeat(15)}`, length),
    bareCall("P", length),
    bareCall(`P${"p".repeat(45)}`, length),
  ]),
];

/** Declarations that Prettier changes, or that are rare. */
const OTHER_DECLARATIONS: readonly string[] = [
  "type X = Y;",
  "export type X<Y> = Z;",
  "export type X = { a: 1 };",
  "export type X = 'a';",
  'export type X = "ü" | "u";',
  `export type X = Y${long}${long};`,
  'export { a } from "./x.js";',
  'export const list: readonly Name[] = [\n  "a",\n];',
  call(`P${long}${long}`, 1),
  call("P | Q", 80),
  "/* One. */\nexport type X = Y;",
  "/** One. */\nexport type X = Y;\n\n/** Two. */\nexport interface Z {}",
  "type X = Y;\ntype Z = X;",
  "interface X<Y> {\na: Y\n}",
  "interface X extends Y, Z<A> {\n}",
  `interface X${long} extends Y<${long}> {\na: B\n}`,
  ...["{}", "{\na: B\n}"].flatMap((body) =>
    [0, 1, 2, 3].map((more) => {
      const head = `export interface X${long.slice(0, 60)} extends Y<A, "`;
      return `${head}${"y".repeat(LINE_WIDTH - head.length - '"> {'.length - 1 + more)}"> ${body}`;
    }),
  ),
  ...["{}", "{\na: B\n}"].flatMap((body) => [
    `interface X extends Y<${long}, ${long}> ${body}`,
    `interface X extends Y<${long}, ${wide}> ${body}`,
    `interface X extends Y<${long}, Z<${long}>>, A ${body}`,
    `interface X extends Y<${long}${long}> ${body}`,
  ]),
  "type X = Y extends Z ? A : B;",
  "type X = typeof y;",
  `type X = ${WORDS.slice(0, 7).join(" | ")};`,
  ...[
    "Y[]",
    'Y["z"]',
    "Y & Z",
    "[Y, Z]",
    "{ y: Z }",
    "{ y: Z }[]",
    "({ y: Z } | null)",
    "{\ny: Z\n} | null",
    "{\ny: Z\n} | A",
    '("a" | "b")[]',
    '("a" | "b")[] | null',
    "Y<Z>",
    "keyof Y",
    "() => Y",
  ].flatMap((type) => [`type X = ${type};`, `type X${long}${"x".repeat(24)} = ${type};`]),
  ...LONG.slice(0, 20).map((each) => `export type X = ${each.replace(/^.*?: /, "")};`),
];

describe("a declaration", () => {
  it.each([...DECLARATIONS, ...OTHER_DECLARATIONS])(
    "is formatted as by Prettier: %j",
    async (declaration) => {
      const formatted = await formatCode(declaration, createMemo());
      expect(formatted.trim()).toBe(await formatWhole(declaration));
    },
  );
});

/** Ends where a line does, or one or two characters before or after it. */
const ends = [-2, -1, 0, 1, 2].map((more) =>
  "z".repeat(LINE_WIDTH - 'import { a, b,  } from "./x.js";'.length + more),
);

const NAMES: readonly (readonly Imported[])[] = [
  [X.value("a")],
  [X.value("a"), X.value("b")],
  ...ends.map((end) => ["a", "b", end].map((name) => X.value(name))),
  ...ends.map((end) => ["a", "b", end.slice(" type".length)].map((name) => X.type(name))),
  [X.value("a", `b${long}${long}`)],
  [X.value("a", `b${long}`), X.value(`c${long}`, "d")],
  [X.all()],
];

describe("names of another module", () => {
  it.each(NAMES)("are imported and exported as by Prettier: %#", async (...names) => {
    const isListed = names.every(({ name }) => name !== "*");
    const renamed = names.map(({ name, alias = "c" }) => ({ local: name, name: alias }));
    const module = {
      blocks: isListed ? [codeOf("export const x = 1;", names)] : [],
      exports: [names],
      renamed: isListed ? renamed : [],
    };
    const blocks = printModule(module, { runtime: "p", extension: ".js" });
    const text = joinBlocks(blocks.map((block) => block.text));
    expect(text).toBe(await formatWhole(text));
    expect(blocks.filter(({ isFinal }) => !isFinal)).toHaveLength(isListed ? 1 : 0);
  });
});

async function formatWhole(text: string): Promise<string> {
  return (await format(text, { parser: "typescript", printWidth: LINE_WIDTH })).trim();
}
