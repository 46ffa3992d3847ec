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
const WIDE_UNION = WORDS.join(" | ");
const LONG_NAME = "x".repeat(LINE_WIDTH - 40);

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
  `a: (${WIDE_UNION})`,
  `a?: (${WIDE_UNION})[]`,
  `a: ${WORDS.slice(0, 6).join(" | ")}`,
  `a: (${WORDS.slice(0, 6).join(" | ")})[]`,
  "a: {\nb: string\nc?: {\nd: E\n}\n}",
  "[k: string]: unknown",
  "a: B & C",
  '"GET /x": [parameters?: XParameters];',
  `"GET /${LONG_NAME}": [parameters: ${"Y".repeat(40)}];`,
  '200: Root;\n"4XX": Problem;',
  '"GET /": { success: Success<200, Root>; errors: {} };',
  `"GET /${LONG_NAME}": { success: Success<200, Root>; errors: { 404: A; 409: B } };`,
  `"GET /x": { success: Success<200, ${LONG_NAME}> | Success<201, ${LONG_NAME}>; errors: {} };`,
];

/** Bodies with types that have arguments. */
const GENERIC: readonly string[] = [
  'request: EndpointRequest<"get", Pick<A, "b" | "c">>',
  request("A"),
  request("A".repeat(40)),
  `request: EndpointRequest<"post", Pick<A, ${WIDE_UNION}>>`,
  'a: Item<B["c"]["d"]>',
  "a: B<C<D>, E>",
];

/** Bodies that Prettier changes, or that clients rarely have. */
const RARE: readonly string[] = [
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
  `a: EndpointRequest<"get", Pick<${LONG_NAME}, "b" | "c" | "d" | "e">>;\nf: string`,
  `a: ${LONG_NAME}${LONG_NAME}`,
  'a: "ü" | "\\u0061"',
  "a: B | (C & D)",
  "a: keyof B",
  "/** {@link x} */\na: `${string}x`",
];

/** Objects in the places of a type, on several lines and on one. */
const OBJECTS: readonly string[] = [
  "{\nb: 1\n}",
  `{ ${WORDS[0] ?? ""}: "${LONG_NAME}"; d: ${WIDE_UNION} }`,
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
  `B${LONG_NAME} & ${WIDE_UNION.replaceAll("|", "&")}`,
  `B & (${WIDE_UNION})`,
  `(${WIDE_UNION}) & { b: 1 }`,
  `B | (${WIDE_UNION.replaceAll("|", "&")})`,
  `B | (${WORDS.slice(0, 6).join(" & ")})`,
  `[${WORDS.join(", ")}]`,
  `[${WIDE_UNION}]`,
  `[B, ${WIDE_UNION}]`,
  `[b?: ${WIDE_UNION}]`,
  `[b: ${WORDS.slice(0, 6).join(" | ")}]`,
  `[b?: (C | D) & { ${WORDS.map((word) => `${word}: E`).join("; ")} }]`,
  `B<${WIDE_UNION}>`,
  `B<C, ${WIDE_UNION}>`,
  `B<C> | B<${WIDE_UNION}>`,
  `B<C${LONG_NAME}["${LONG_NAME}"]>`,
  `B${LONG_NAME}${LONG_NAME}["c"]`,
  `() => B<${WIDE_UNION}>`,
].flatMap((type) => [`a: ${type}`, `readonly "a-b"?: ${type}`]);

const METHODS: readonly string[] = [
  "a(): B;",
  "a(b: C, options?: D): Promise<E>;",
  `a(b: C, options?: ${LONG_NAME}, d: ${LONG_NAME}): Promise<E>;`,
  `a(options?: ${LONG_NAME}${LONG_NAME}): Promise<E>;`,
  `a(b: ${WIDE_UNION}, options?: D): Promise<E>;`,
  `a(b: ${WORDS.slice(0, 6).join(" | ")}, options?: D): Promise<E>;`,
  `a(b: C, options?: D): Promise<${WIDE_UNION}>;`,
  `a(b: { c: ${LONG_NAME} }, options?: ${LONG_NAME}): E;`,
  `a(b: { c: ${LONG_NAME}${LONG_NAME} }): E;`,
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
  `"漢字"?: ${LONG_NAME} | ${"B".repeat(22)}`,
  "漢字: B",
];

/** Declarations on one line, as most clients have them. */
const DECLARATIONS: readonly string[] = [
  "export type X = Y;",
  "export type X = Y[];",
  'export type X = "a" | 1 | null;',
  `export type X${LONG_NAME} = Y${LONG_NAME};`,
  `export type X = ${WORDS.slice(0, 5).join(" | ")};`,
  `export type X = ${WIDE_UNION};`,
  `export const list: readonly Name[] = [\n${WORDS.map((word) => `  ${word},\n`)
    .join("")
    .repeat(2)}];`,
  'import type { A, B } from "./x.js";\nimport type { C } from "./y.js";',
  `import type { A${LONG_NAME}, B${LONG_NAME} } from "./x.js";`,
  ...[1, 30, 50, 60, 70, 80, 90].flatMap((length) => [
    call("P", length),
    call(`P${LONG_NAME}`, length),
    call(`P${LONG_NAME}${"p".repeat(15)}`, length),
    bareCall("P", length),
    bareCall(`P${"p".repeat(45)}`, length),
  ]),
];

/** Declarations that Prettier changes, or that clients rarely have. */
const RARE_DECLARATIONS: readonly string[] = [
  "type X = Y;",
  "export type X<Y> = Z;",
  "export type X = { a: 1 };",
  "export type X = 'a';",
  'export type X = "ü" | "u";',
  `export type X = Y${LONG_NAME}${LONG_NAME};`,
  'export { a } from "./x.js";',
  'export const list: readonly Name[] = [\n  "a",\n];',
  call(`P${LONG_NAME}${LONG_NAME}`, 1),
  call("P | Q", 80),
  "/* One. */\nexport type X = Y;",
  "/** One. */\nexport type X = Y;\n\n/** Two. */\nexport interface Z {}",
  "type X = Y;\ntype Z = X;",
  "interface X<Y> {\na: Y\n}",
  "interface X extends Y, Z<A> {\n}",
  `interface X${LONG_NAME} extends Y<${LONG_NAME}> {\na: B\n}`,
  ...["{}", "{\na: B\n}"].flatMap((body) =>
    [0, 1, 2, 3].map((more) => {
      const head = `export interface X${LONG_NAME.slice(0, 60)} extends Y<A, "`;
      return `${head}${"y".repeat(LINE_WIDTH - head.length - '"> {'.length - 1 + more)}"> ${body}`;
    }),
  ),
  ...["{}", "{\na: B\n}"].flatMap((body) => [
    `interface X extends Y<${LONG_NAME}, ${LONG_NAME}> ${body}`,
    `interface X extends Y<${LONG_NAME}, ${WIDE_UNION}> ${body}`,
    `interface X extends Y<${LONG_NAME}, Z<${LONG_NAME}>>, A ${body}`,
    `interface X extends Y<${LONG_NAME}${LONG_NAME}> ${body}`,
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
  ].flatMap((type) => [`type X = ${type};`, `type X${LONG_NAME}${"x".repeat(24)} = ${type};`]),
  ...LONG.slice(0, 20).map((each) => `export type X = ${each.replace(/^.*?: /, "")};`),
];

/** Names with which an import ends where a line does, or one or two characters before or after it. */
const NAMES_TO_LINE_END = [-2, -1, 0, 1, 2].map((more) =>
  "z".repeat(LINE_WIDTH - 'import { a, b,  } from "./x.js";'.length + more),
);

const NAMES: readonly (readonly Imported[])[] = [
  [X.value("a")],
  [X.value("a"), X.value("b")],
  ...NAMES_TO_LINE_END.map((end) => ["a", "b", end].map((name) => X.value(name))),
  ...NAMES_TO_LINE_END.map((end) =>
    ["a", "b", end.slice(" type".length)].map((name) => X.type(name)),
  ),
  [X.value("a", `b${LONG_NAME}${LONG_NAME}`)],
  [X.value("a", `b${LONG_NAME}`), X.value(`c${LONG_NAME}`, "d")],
  [X.all()],
];

describe("an interface", () => {
  const bodies = [...SIMPLE, ...GENERIC, ...RARE, ...OBJECTS, ...LONG, ...METHODS, ...COMMENTS];
  it.each(bodies)("is formatted as by Prettier: %j", async (body) => {
    const block = `interface X {\n${body}\n}`;
    const formatted = await formatCode(block, createMemo());
    expect(formatted.trim()).toBe(await formatWhole(block));
  });

  it.each([...SIMPLE, ...GENERIC, ...OBJECTS])("needs no Prettier if it is common: %j", (body) => {
    expect(layOutTypes(`interface X {\n${body}\n}`)).toBeTypeOf("string");
  });
});

describe("a declaration", () => {
  it.each([...DECLARATIONS, ...RARE_DECLARATIONS])(
    "is formatted as by Prettier: %j",
    async (declaration) => {
      const formatted = await formatCode(declaration, createMemo());
      expect(formatted.trim()).toBe(await formatWhole(declaration));
    },
  );
});

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

function request(name: string): string {
  return `request: EndpointRequest<"post", Pick<${name}, ${WORDS.slice(0, 4).join(" | ")}>>;`;
}

function route(length: number): string {
  return `"GET /${"r".repeat(length)}"`;
}

function call(type: string, length: number): string {
  return `export const call = (parameters: ${type}) => [${route(length)}, parameters] as const;`;
}

function bareCall(type: string, length: number): string {
  return `export const call = (...parameters: [parameters?: ${type}]) => [${route(length)}, ...parameters] as const;`;
}

async function formatWhole(text: string): Promise<string> {
  return (await format(text, { parser: "typescript", printWidth: LINE_WIDTH })).trim();
}
