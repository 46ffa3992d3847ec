/** The command `codegen import`: the files that it writes, what it prints, and how it ends. */
import { mkdir, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { describeApi } from "../../cases/codegen/import/describe.js";
import { run } from "../../cases/codegen/run.js";

const DESCRIPTION = describeApi({
  servers: [{ url: "https://api.acme.example" }],
  paths: {
    "/pets": {
      get: { operationId: "pets/list", responses: { 200: { headers: { link: {} } } } },
    },
  },
});

/** An operation without anything but its id. */
const PETS = { operationId: "pets/list" };
/** The content of a response whose schema refers to itself. */
const CIRCLE = { "application/json": { schema: { $ref: "#/components/schemas/A" } } };

let folder: string;
let lines: { out: string[]; err: string[] };

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "typewire-import-"));
  lines = { out: [], err: [] };
});

afterEach(() => rm(folder, { recursive: true, force: true }));

describe("import", () => {
  it.each([
    ["api.json", DESCRIPTION],
    ["api.json.gz", gzipSync(DESCRIPTION)],
    ["compressed-without-saying-so.json", gzipSync(DESCRIPTION)],
    ["not-compressed.json.gz", DESCRIPTION],
  ])("makes a folder that can be generated from %s", async (file, bytes) => {
    await writeFile(join(folder, file), bytes);
    expect(await importFile(file)).toBe(0);
    expect(lines.err).toEqual([]);
    const schema = join(folder, "schema");
    expect(lines.out).toEqual([
      `Wrote ${join(schema, "vendor.yaml")}`,
      `Wrote ${join(schema, "routes.yaml")}`,
      `Wrote ${join(schema, "import.yaml")}`,
      `Wrote ${join(schema, "imported.yaml")}`,
      `Imported ${join(folder, file)}: 4 files written, 0 unchanged.`,
      "Left out: 1 detail (1 kind).",
      "Not imported: headers of responses: GET /pets.",
      `Read ${schema}: 0 events with 0 names, 1 route, 0 shared schemas.`,
    ]);
    expect(await readdir(schema)).toEqual([
      "import.yaml",
      "imported.yaml",
      "routes.yaml",
      "vendor.yaml",
    ]);
    expect(await readFile(join(schema, "import.yaml"), "utf8")).toContain(`source: ../${file}`);
  });

  it("counts what it ignores, and lists it with every place with --verbose", async () => {
    const paths = Object.fromEntries(
      ["/a", "/b", "/c", "/d"].map((url) => [
        url,
        { get: { tags: ["t"], "x-own": 1, "x-other": 1, unknown: {}, responses: {} } },
      ]),
    );
    const components = { schemas: { A: { type: "string" } } };
    await writeFile(
      join(folder, "api.json"),
      describeApi({ paths, components, externalDocs: {}, "x-root": 1 }),
    );
    expect(await importFile("api.json")).toBe(0);
    expect(lines.out).toContain(
      "Not imported: `unknown` of an operation: GET /a, GET /b, GET /c and 1 more.",
    );
    expect(lines.out.filter((line) => line.startsWith("Ignored"))).toEqual([
      "Ignored: vendor extensions (9); texts, examples and the like (5); " +
        "schemas that nothing refers to (1). --verbose lists them.",
    ]);
    lines.out = [];
    expect(await importFile("api.json", "--verbose")).toBe(0);
    expect(lines.out).toContain(
      "Not imported: `unknown` of an operation: GET /a, GET /b, GET /c, GET /d.",
    );
    expect(lines.out.filter((line) => line.startsWith("Ignored"))).toEqual([
      "Ignored: `tags` of an operation (4).",
      "Ignored: `x-other` of an operation (4).",
      "Ignored: `x-own` of an operation (4).",
      "Ignored: shared schemas that nothing refers to (1).",
      "Ignored: the section `externalDocs` (1).",
      "Ignored: the section `x-root` (1).",
    ]);
  });

  it("writes nothing a second time", async () => {
    await writeFile(join(folder, "api.json"), DESCRIPTION);
    await importFile("api.json");
    const target = join(folder, "schema", "routes.yaml");
    const longAgo = new Date("2001-01-01T00:00:00Z");
    await utimes(target, longAgo, longAgo);
    expect(await importFile("api.json")).toBe(0);
    expect((await stat(target)).mtimeMs).toBe(longAgo.getTime());
    expect(lines.out).toContain(
      `Imported ${join(folder, "api.json")}: 0 files written, 4 unchanged.`,
    );
  });

  it.each<[string, object, string, RegExp]>([
    [
      "an operation that two routes have",
      { paths: { "/a": { get: PETS }, "/b": { get: PETS } } },
      "The operation `pets/list` is another route's: GET /b.",
      /^GET \/b:\n {2}operation: pets\/get-b$/m,
    ],
    [
      "components that refer to nothing but each other",
      {
        paths: { "/a": { get: { ...PETS, responses: { 200: { content: CIRCLE } } } } },
        components: { schemas: { A: { $ref: "#/components/schemas/A" } } },
      },
      "Not imported: a reference to itself: schemas/A.",
      /^ {4}200: \{ \$ref: components\/api.yaml#\/A \}$/m,
    ],
    [
      "a parameter of which the checker alone knows that it is refused",
      {
        paths: {
          "/a": { get: PETS },
          "/b": { get: { parameters: [{ in: "query", name: "q", schema: { const: {} } }] } },
        },
      },
      "",
      /^GET \/a:$/m,
    ],
  ])("is not ended by %s", async (_, parts, note, routes) => {
    await writeFile(join(folder, "api.json"), describeApi(parts));
    expect(await importFile("api.json")).toBe(0);
    if (note !== "") expect(lines.out).toContain(note);
    expect(await readFile(join(folder, "schema/routes.yaml"), "utf8")).toMatch(routes);
  });

  it("[K.18] ends with 1 at each import of a description that others have brought, and says what to do", async () => {
    const content = { "application/json": { schema: { $ref: "#/components/schemas/Pet" } } };
    const describePets = (title: string) =>
      describeApi({
        info: { title, version: "2" },
        servers: [{ url: "https://api.acme.example" }],
        paths: { "/pets": { get: { ...PETS, responses: { 200: { content } } } } },
        components: { schemas: { Pet: { type: "object", properties: { [title]: {} } } } },
      });
    await writeFile(join(folder, "pets.json"), describePets("Pets"));
    const newer =
      "a-description-with-a-name-that-would-not-fit-into-a-hundred-columns-of-a-terminal.json";
    await writeFile(join(folder, newer), describePets("Animals"));
    expect(await importFile("pets.json")).toBe(0);
    const schema = await readdir(join(folder, "schema"), { recursive: true });
    for (const time of [1, 2]) {
      lines.err = [];
      expect(await importFile(newer)).toBe(1);
      const message = lines.err.join("\n");
      expect(message, `at import ${time}`).toContain("1 of 1 routes and events of");
      expect(message).toContain(
        "are from pets.json, and would stay as they are. Nothing was written.",
      );
      const command = `npm run codegen -- import ${join(folder, newer)} --label`;
      expect(message).toContain(`If it is a new version of pets.json: ${command} pets\n`);
      expect(message).toMatch(
        /If it is a description of its own, beside it: .* --label a-description-[a-z-]+$/,
      );
      expect(await readdir(join(folder, "schema"), { recursive: true })).toEqual(schema);
    }
    expect(await importFile(newer, "--label", "pets")).toBe(0);
    expect(await readFile(join(folder, "schema/components/pets.yaml"), "utf8")).toContain(
      "Animals",
    );
    expect(await importFile(newer)).toBe(0);
  });

  it("removes with --prune what the description has lost, and names the option before", async () => {
    await writeFile(
      join(folder, "api.json"),
      describeApi({ paths: { "/a": { get: PETS }, "/b": { get: {} } } }),
    );
    await importFile("api.json");
    await writeFile(join(folder, "api.json"), describeApi({ paths: { "/a": { get: PETS } } }));
    expect(await importFile("api.json")).toBe(0);
    expect(lines.out).toContain(
      "1 imported entry is in no description any more; --prune removes it.",
    );
    expect(await importFile("api.json", "--prune")).toBe(0);
    expect(lines.out).toContain(
      "Removed, since no description has it any more: routes.yaml GET /b.",
    );
    const routes = await readFile(join(folder, "schema/routes.yaml"), "utf8");
    expect(routes.match(/^[A-Z]+ .*:$/gm)).toEqual(["GET /a:"]);
  });

  it("changes nothing where the files beside it have a mistake then", async () => {
    await writeFile(join(folder, "api.json"), DESCRIPTION);
    await importFile("api.json");
    const before = await readFile(join(folder, "schema/routes.yaml"), "utf8");
    await mkdir(join(folder, "schema/payloads"));
    await writeFile(join(folder, "schema/payloads/lost.yaml"), "payload: true\n");
    await writeFile(join(folder, "api.json"), DESCRIPTION.replace("/pets", "/cats"));
    lines = { out: [], err: [] };
    expect(await importFile("api.json")).toBe(1);
    expect(lines.err).toEqual([expect.stringContaining("payloads/lost.yaml:1:1")]);
    expect(await readFile(join(folder, "schema/routes.yaml"), "utf8")).toBe(before);
  });

  it("writes nothing when the file is no description", async () => {
    await mkdir(join(folder, "schema"));
    await writeFile(join(folder, "api.yaml"), "openapi: 3.1.0\npaths: 1\n");
    expect(await importFile("api.yaml")).toBe(1);
    expect(lines.err).toEqual([
      `${join(folder, "api.yaml")}: paths: The value is 1; expected a map.`,
    ]);
    expect(await readdir(join(folder, "schema"))).toEqual([]);
  });

  it("tells of a file that is not there", async () => {
    expect(await importFile("nowhere.json")).toBe(1);
    expect(lines.err).toEqual([expect.stringContaining("nowhere.json")]);
  });

  it("takes names of methods from a file", async () => {
    await writeFile(join(folder, "api.json"), DESCRIPTION);
    const names = join(folder, "stainless.yml");
    await writeFile(names, "readme: {}\nresources: { dogs: { methods: { all: get /pets } } }\n");
    expect(await importFile("api.json", "--names", names)).toBe(0);
    expect(lines.out).toContain(
      "Not imported: keys of stainless.yml that have no meaning here: readme.",
    );
    const routes = await readFile(join(folder, "schema", "routes.yaml"), "utf8");
    expect(routes).toContain("  operation: pets/list\n  method: dogs.all\n");
  });

  it("[K.17] applies overlays first, one after the other", async () => {
    await writeFile(join(folder, "api.json"), DESCRIPTION);
    const overlays = ["one.yaml", "two.yaml"].map((name) => join(folder, name));
    const write = (path = "", actions = ""): Promise<void> =>
      writeFile(path, `overlay: 1.0.0\ninfo: { title: T, version: "1" }\nactions:\n${actions}\n`);
    await write(overlays[0], "- { target: '$.paths', update: { /cats: { get: {} } } }");
    await write(
      overlays[1],
      "- { target: '$.paths[\"/cats\"].get', update: { operationId: cats/list } }\n- { target: $.no, remove: true }",
    );
    const options = overlays.flatMap((path) => ["--overlay", path]);
    expect(await importFile("api.json", ...options)).toBe(0);
    const routes = await readFile(join(folder, "schema", "routes.yaml"), "utf8");
    expect(routes).toContain("GET /cats:\n  operation: cats/list\n");
    expect(lines.out).toContain(
      `An action of an overlay selects nothing: ${overlays[1] ?? ""} $.no.`,
    );
  });

  it.each<[title: string, text: string | undefined, message: string]>([
    ["is not there", undefined, "overlay.yaml does not exist."],
    ["is none", "{}", "overlay.yaml: The version of the overlay is nothing; expected a map with"],
  ])("writes nothing when an overlay %s", async (_, text, message) => {
    await writeFile(join(folder, "api.json"), DESCRIPTION);
    const overlay = join(folder, "overlay.yaml");
    if (text !== undefined) await writeFile(overlay, text);
    expect(await importFile("api.json", "--overlay", overlay)).toBe(1);
    expect(lines.err.join("\n")).toContain(message);
    expect(await readdir(folder)).not.toContain("schema");
  });

  it.each<[title: string, text: string | undefined, message: string]>([
    ["is not there", undefined, "stainless.yml does not exist."],
    ["is none", "{}", "stainless.yml: The file has no map `resources`; expected the configuration"],
  ])("writes nothing when the file of names %s", async (_, text, message) => {
    await writeFile(join(folder, "api.json"), DESCRIPTION);
    const names = join(folder, "stainless.yml");
    if (text !== undefined) await writeFile(names, text);
    expect(await importFile("api.json", "--names", names)).toBe(1);
    expect(lines.err.join("\n")).toContain(message);
    expect(await readdir(folder)).not.toContain("schema");
  });

  it.each<[argv: readonly string[], message: string]>([
    [[], "The argument is missing; expected one OpenAPI description."],
    [["a.json", "b.json"], "The argument is a.json b.json; expected one OpenAPI description."],
    [["a.json", "--schema", ""], "The value of --schema is empty; expected a value."],
    [["a.json", "--out", "x"], "The option --out is unknown."],
  ])("refuses %j", async (argv, message) => {
    expect(await runImport(...argv)).toBe(2);
    expect(lines.err[0]).toContain(message);
    expect(lines.err[0]).toContain("Run `npm run codegen -- import --help` for help.");
  });

  it("explains itself", async () => {
    expect(await runImport("--help")).toBe(0);
    expect(lines.out[0]).toContain("typewire import FILE [--schema DIR]");
    expect(lines.out[0]).toMatch(/checks them first: on an error, it writes nothing/);
  });

  it("keeps what stands beside it", async () => {
    await writeFile(join(folder, "api.json"), DESCRIPTION);
    await mkdir(join(folder, "schema"));
    await writeFile(join(folder, "schema", "README.md"), "Mine.");
    await importFile("api.json");
    expect(await readFile(join(folder, "schema", "README.md"), "utf8")).toBe("Mine.");
  });
});

/** Imports a file of the folder into the schema folder beside it. */
function importFile(file: string, ...options: readonly string[]) {
  return runImport(join(folder, file), "--schema", join(folder, "schema"), ...options);
}

function runImport(...argv: readonly string[]) {
  const io = {
    out: (text: string) => void lines.out.push(text),
    err: (text: string) => void lines.err.push(text),
  };
  return run(["import", ...argv], io);
}
