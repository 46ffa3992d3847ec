import { mkdir, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { run } from "../../../codegen/cli/main.js";
import { describeApi } from "../../cases/codegen/import/describe.js";

let folder: string;
let lines: { out: string[]; err: string[] };

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "typewire-import-"));
  lines = { out: [], err: [] };
});

afterEach(() => rm(folder, { recursive: true, force: true }));

const description = describeApi({
  servers: [{ url: "https://api.acme.example" }],
  paths: {
    "/pets": {
      get: { operationId: "pets/list", responses: { 200: { headers: { link: {} } } } },
    },
  },
});

const pets = { operationId: "pets/list" };
const circle = { "application/json": { schema: { $ref: "#/components/schemas/A" } } };

function importFile(file: string, ...more: readonly string[]) {
  const io = {
    out: (text: string) => void lines.out.push(text),
    err: (text: string) => void lines.err.push(text),
  };
  return run(["import", ...(file === "" ? [] : [join(folder, file)]), ...more], io);
}

const intoSchema = () => ["--schema", join(folder, "schema")];

describe("import", () => {
  it.each(["api.json", "api.json.gz"])(
    "makes a folder that can be generated from %s",
    async (file) => {
      const bytes = file.endsWith(".gz") ? gzipSync(description) : description;
      await writeFile(join(folder, file), bytes);
      expect(await importFile(file, ...intoSchema())).toBe(0);
      expect(lines.err).toEqual([]);
      const schema = join(folder, "schema");
      expect(lines.out).toEqual([
        `Wrote ${join(schema, "vendor.yaml")}`,
        `Wrote ${join(schema, "routes.yaml")}`,
        "Not imported: headers of responses: GET /pets.",
        `Imported ${join(folder, file)}: 2 files written, 0 unchanged.`,
        `Read ${schema}: 0 events with 0 names, 1 routes, 0 shared schemas.`,
      ]);
      expect(await readdir(schema)).toEqual(["routes.yaml", "vendor.yaml"]);
    },
  );

  it("writes nothing a second time", async () => {
    await writeFile(join(folder, "api.json"), description);
    await importFile("api.json", ...intoSchema());
    const target = join(folder, "schema", "routes.yaml");
    const longAgo = new Date("2001-01-01T00:00:00Z");
    await utimes(target, longAgo, longAgo);
    expect(await importFile("api.json", ...intoSchema())).toBe(0);
    expect((await stat(target)).mtimeMs).toBe(longAgo.getTime());
    expect(lines.out).toContain(
      `Imported ${join(folder, "api.json")}: 0 files written, 2 unchanged.`,
    );
  });

  it.each<[string, object, RegExp]>([
    [
      "an operation that two routes have",
      { paths: { "/a": { get: pets }, "/b": { get: pets } } },
      /The operation is `pets\/list`[^]+\n1 error in .+schema after the import\. Nothing was written/,
    ],
    [
      "components that refer to nothing but each other",
      {
        paths: { "/a": { get: { ...pets, responses: { 200: { content: circle } } } } },
        components: { schemas: { A: { $ref: "#/components/schemas/A" } } },
      },
      /`A` is a reference to itself[^]+Nothing was written/,
    ],
  ])("writes nothing that the checker refuses: %s", async (_, parts, message) => {
    await mkdir(join(folder, "schema"));
    await writeFile(join(folder, "api.json"), describeApi(parts));
    expect(await importFile("api.json", ...intoSchema())).toBe(1);
    expect(lines.err).toEqual([expect.stringMatching(message)]);
    expect(lines.out).toEqual([]);
    expect(await readdir(join(folder, "schema"))).toEqual([]);
  });

  it("changes nothing where the files beside it have a mistake then", async () => {
    await writeFile(join(folder, "api.json"), description);
    await importFile("api.json", ...intoSchema());
    const before = await readFile(join(folder, "schema/routes.yaml"), "utf8");
    await mkdir(join(folder, "schema/payloads"));
    await writeFile(join(folder, "schema/payloads/lost.yaml"), "payload: true\n");
    await writeFile(join(folder, "api.json"), description.replace("/pets", "/cats"));
    lines = { out: [], err: [] };
    expect(await importFile("api.json", ...intoSchema())).toBe(1);
    expect(lines.err).toEqual([expect.stringContaining("payloads/lost.yaml:1:1")]);
    expect(await readFile(join(folder, "schema/routes.yaml"), "utf8")).toBe(before);
  });

  it("writes nothing when the description has mistakes", async () => {
    await mkdir(join(folder, "schema"));
    await writeFile(join(folder, "api.yaml"), "openapi: 3.1.0\npaths: { /x: { get: 1 } }\n");
    expect(await importFile("api.yaml", ...intoSchema())).toBe(1);
    expect(lines.err).toEqual([
      `${join(folder, "api.yaml")}: GET /x: The value is 1; expected a map.`,
    ]);
    expect(await readdir(join(folder, "schema"))).toEqual([]);
  });

  it("tells of a file that is not there", async () => {
    expect(await importFile("nowhere.json", ...intoSchema())).toBe(1);
    expect(lines.err).toEqual([expect.stringContaining("nowhere.json")]);
  });

  it.each<[argv: readonly string[], message: string]>([
    [[], "The argument of import is missing; expected one OpenAPI description."],
    [
      ["a.json", "b.json"],
      "The argument of import is a.json b.json; expected one OpenAPI description.",
    ],
    [["a.json", "--schema", ""], "The value of --schema is empty; expected a folder."],
    [["a.json", "--out", "x"], "Unknown option '--out'"],
  ])("refuses %j", async (argv, message) => {
    expect(await importFile("", ...argv)).toBe(1);
    expect(lines.err[0]).toContain(message);
    expect(lines.err[0]).toContain("Run with --help for the options.");
  });

  it("explains itself", async () => {
    expect(await importFile("", "--help")).toBe(0);
    expect(lines.out[0]).toContain("typewire-codegen import FILE [--schema DIR]");
    expect(lines.out[0]).toMatch(
      /before they are written: if [^.]+ has an error, nothing is\s+written/,
    );
  });

  it("keeps what stands beside it", async () => {
    await writeFile(join(folder, "api.json"), description);
    await mkdir(join(folder, "schema"));
    await writeFile(join(folder, "schema", "README.md"), "Mine.");
    await importFile("api.json", ...intoSchema());
    expect(await readFile(join(folder, "schema", "README.md"), "utf8")).toBe("Mine.");
  });
});
