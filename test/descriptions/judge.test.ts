/** The judge of imported descriptions finds each mistake that is planted. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { run } from "../cases/codegen/run.js";
import { explain } from "../packages/descriptions/explanations.js";
import { compareClient, prepare } from "../packages/descriptions/judge.js";

const DESCRIPTION = fileURLToPath(new URL("notes.yaml", import.meta.url));

/** Mistakes in what was imported, and what must be found. */
const PLANTED = [
  {
    title: "a style that is lost",
    from: "items: { type: string }, style: comma }",
    to: "items: { type: string } }",
    finds: /^GET \/notes \(everything\): the query is page=7&tags=\S+&tags=\S+; expected /,
  },
  {
    title: "a parameter of the query that is not required any more",
    from: "page: { type: integer, required: true }",
    to: "page: integer",
    finds: /^GET \/notes without query page compiles: /,
  },
  {
    title: "a type of responses that is lost",
    from: "contentType: text/csv, ",
    to: "",
    finds: /^GET \/notes \(required\): accept is application\/json; expected text\/csv: /,
  },
  {
    title: "a field of a body that is not required any more",
    from: "      required: [title]\n",
    to: "",
    finds: /^POST \/notes without body title compiles: /,
  },
  {
    title: "a cookie that is sent in the query",
    from: "cookie: { session",
    to: "query: { session",
    finds: /^GET \/notes\/\{note\} \(everything\): the cookies are ; expected session=/,
  },
  {
    title: "a server that is lost",
    from: "  server: https://uploads.notes.example\n",
    to: "",
    finds:
      /^PUT \/notes\/\{note\} \(required\): the URL is https:\/\/api\.\S+; expected https:\/\/upl/,
  },
  {
    title: "a body of another type",
    from: "contentType: text/plain",
    to: "contentType: text/html",
    finds:
      /^PUT \/notes\/\{note\} \(required\): the content type is text\/html; expected text\/plain/,
  },
  {
    title: "a property that the description does not have",
    from: "text: { type: string }",
    to: "text: { type: string }, titlez: { type: string }",
    finds: /^POST \/notes with titlez compiles: /,
  },
  {
    title: "a credential in another header",
    from: "header: X-Key",
    to: "header: X-Token",
    finds: /^DELETE \/notes\/\{note\} \(required\): security: no scheme sends .*"x-key"/,
  },
  {
    title: "a route that is lost",
    from: "DELETE /notes/{note}:",
    to: "DELETE /notes/{note}/all:",
    finds: /^DELETE \/notes\/\{note\} is known does not compile: /,
  },
] as const;

let folder = "";
let faults: readonly string[] = [];

/** Plants all mistakes at once, since it takes the compiler as long to find one. */
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "typewire-judge-"));
  const schema = join(folder, "schema");
  await runGenerator("import", DESCRIPTION, "--schema", schema);
  for (const { title, from, to } of PLANTED) {
    const places = ["routes.yaml", "vendor.yaml"].map((name) => join(schema, name));
    const file = places.find((place) => readFileSync(place, "utf8").includes(from));
    expect(file, title).toBeDefined();
    writeFileSync(file ?? "", readFileSync(file ?? "", "utf8").replace(from, to));
  }
  await runGenerator("--schema", schema, "--out", join(folder, "generated"));
  ({ faults } = compareClient(DESCRIPTION, folder, prepare(folder)));
});

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

describe("the second reading of a description", () => {
  it.each(PLANTED)("finds $title", ({ finds }) => {
    expect(faults.filter((each) => finds.test(each))).not.toEqual([]);
  });

  it("finds nothing wrong where nothing was planted", () => {
    const untouched =
      /^(?:GET \/notes\/\{note\} (?:is|with|without) |POST \/notes \((?:required|everything)\): the (?:URL|query|body)|\S+\.ts:)/;
    expect(faults.filter((each) => untouched.test(each))).toEqual([]);
  });
});

describe("explanations", () => {
  it("takes a difference only where its reason holds", () => {
    const key =
      "the header idempotency-key is 5b785b39-2bdc-4d8e-b918-de29744d47ea; expected undefined";
    const { unexplained, counts } = explain([
      `POST /a (required): ${key}`,
      `GET /a (required): ${key}`,
    ]);
    expect(unexplained).toEqual([`GET /a (required): ${key}`]);
    expect([...counts.values()]).toEqual([1]);
  });

  const impossible = "/anything/quirks/polymorphism";

  it.each([
    [1, "POST", impossible, "undefined", '{ "incompatible": "a"'],
    [1, "PUT", impossible, "never", '{ "data": "a"'],
    [1, "PATCH", impossible, "never", '{ "data": "a"'],
    [0, "POST", impossible, "undefined", '{ "compatible": "a"'],
    [0, "PUT", impossible, "number", '{ "data": "a"'],
    [0, "PUT", impossible, "never", '{ "name": "a", "data": "a"'],
    [0, "GET", impossible, "never", '{ "data": "a"'],
    [0, "PUT", "/notes", "never", '{ "data": "a"'],
    [0, "POST", "/notes", "undefined", '{ "incompatible": "a"'],
  ])(
    "takes %i of a text that %s %s cannot take, %s: %s",
    (count, method, path, type, argumentText) => {
      const error = `Type 'string' is not assignable to type '${type}'.`;
      const code = `client.request("${method} ${path}", ${argumentText} });`;
      const { counts } = explain([
        `${method} ${path} (required) does not compile: ${error} in ${code}`,
      ]);
      expect([...counts.values()]).toEqual(count === 0 ? [] : [count]);
    },
  );
});

async function runGenerator(...argv: readonly string[]): Promise<void> {
  const errors: string[] = [];
  const silent = { out: () => undefined, err: (text: string) => errors.push(text) };
  const code = await run(argv, { ...silent, cacheFolder: join(folder, "cache") });
  expect({ code, errors }).toEqual({ code: 0, errors: [] });
}
