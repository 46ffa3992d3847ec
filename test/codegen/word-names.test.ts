/** Words that mean something in a class, an interface or a module are names like any others. */
import { describe, expect, it } from "vitest";
import { stringify } from "yaml";
import { generate } from "../../codegen/generate.js";
import { importChecked } from "../../codegen/import/import.js";
import { readNamesFile } from "../../codegen/import/names/names-file.js";
import { typeErrors } from "../cases/codegen/emit/type-errors.js";
import { describeApi } from "../cases/codegen/import/describe.js";

const WORDS = (
  "abstract accessor any arguments as asserts async await bigint boolean break caller case catch class " +
  "const continue debugger declare default delete do else enum eval exports export extends false finally " +
  "for from function get global globalThis if implements import in infer instanceof interface intrinsic " +
  "is keyof length let module name namespace never new null number object of out override package " +
  "private protected public readonly require return satisfies set static string super switch symbol " +
  "this throw true try type typeof undefined unique unknown using var void while with yield"
).split(" ");

const text = { type: "string" };

describe("words of the language as names", () => {
  it.each([
    { what: "methods of the class", toGroup: () => [], toCall: (word: string) => word },
    {
      what: "resources and their methods",
      toGroup: (word: string) => [word],
      toCall: (word: string) => `${word}.${word}`,
    },
  ])("compile as $what", async ({ toGroup, toCall }) => {
    const description = describeWords((word) => ({
      "x-fern-sdk-group-name": toGroup(word),
      "x-fern-sdk-method-name": word,
    }));
    const { model } = importChecked({ path: "openapi.json", text: description }, []);
    const calls = WORDS.map(toCall);
    expect(model.routes.map(({ call }) => call)).toEqual(calls);
    const uses = callAll(calls, "{} as never");
    expect(typeErrors(await generate(model), uses)).toEqual([]);
  });

  it("compile with the surface of Stainless, where a route has methods in two resources", async () => {
    const methodOf = (word: string) => [word, `post ${pathOf(word)}`] as const;
    const resources = {
      all: { methods: Object.fromEntries(WORDS.map(methodOf)) },
      ...Object.fromEntries(
        WORDS.map((word) => [word, { methods: Object.fromEntries([methodOf(word)]) }]),
      ),
    };
    const file = stringify({ organization: { name: "words" }, resources });
    const names = readNamesFile({ path: "stainless.yml", text: file });
    const description = describeWords(() => ({}));
    const { model } = importChecked({ path: "openapi.json", text: description }, [], { names });
    const calls = WORDS.flatMap((word) => [`all.${word}`, `${word}.${word}`]);
    expect(model.routes.flatMap(({ call, formerCalls }) => [call, ...formerCalls])).toEqual(calls);
    expect(typeErrors(await generate(model), callAll(calls, '"x", {}'))).toEqual([]);
  });
});

function pathOf(word: string): string {
  return `/${word}/{${word}}`;
}

/** Each word names a placeholder, a field of a body and a component; {@link extend} names the method. */
function describeWords(extend: (word: string) => object): string {
  return describeApi({
    info: { title: "Words", version: "1" },
    servers: [{ url: "https://words.example" }],
    components: {
      schemas: Object.fromEntries(
        WORDS.map((word) => [word, { type: "object", properties: { [word]: text } }]),
      ),
    },
    paths: Object.fromEntries(
      WORDS.map((word) => {
        const schema = { $ref: `#/components/schemas/${word}` };
        const parameters = [{ name: word, in: "path", required: true, schema: text }];
        const requestBody = {
          content: {
            "application/json": { schema: { type: "object", properties: { [word]: text } } },
          },
        };
        const responses = {
          200: { description: "ok", content: { "application/json": { schema } } },
        };
        return [pathOf(word), { post: { parameters, requestBody, responses, ...extend(word) } }];
      }),
    ),
  });
}

/** A program that calls each method with these arguments, so that one that is missing is an error of its types. */
function callAll(calls: readonly string[], parameters: string): string {
  return [
    `import { Words } from "./index.js";`,
    "const words = new Words();",
    ...calls.map((call) => `void words.${call}(${parameters}).then((answer) => answer);`),
  ].join("\n");
}
