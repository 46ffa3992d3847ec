/** Simple interfaces are formatted without Prettier, and look as if it had done it. */
import { format } from "prettier";
import { describe, expect, it } from "vitest";
import { formatCode } from "../../codegen/emit/format-code.js";
import { divideInterface } from "../../codegen/emit/format-members.js";
import { createMemo } from "../../codegen/memo.js";

const WORDS = Array.from({ length: 9 }, (_, index) => `"word-number-${index}"`);
const wide = WORDS.join(" | ");
const long = "x".repeat(60);

/** Bodies of interfaces that need no Prettier. */
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

/** Bodies that are left to Prettier, wholly or in part. */
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

describe("an interface", () => {
  it.each(SIMPLE)("needs no Prettier: %j", async (body) => {
    const block = `/** X. */\nexport interface X extends Y {\n${body}\n}`;
    const divided = divideInterface(block);
    expect(divided?.others).toEqual([]);
    expect(divided?.join([])).toBe(await formatWhole(block));
  });

  it.each([...SIMPLE, ...OTHER])("is formatted as by Prettier: %j", async (body) => {
    const block = `interface X {\n${body}\n}`;
    const formatted = await formatCode(block, createMemo());
    expect(formatted.trim()).toBe(await formatWhole(block));
  });
});

async function formatWhole(text: string): Promise<string> {
  return (await format(text, { parser: "typescript", printWidth: 100 })).trim();
}
