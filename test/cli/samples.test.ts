import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest";
import ts from "typescript";
import { addSamples, printSamples } from "../../cli/package/samples.js";
import { readSchemaFolder } from "../../codegen/files/folders.js";
import { readSchema } from "../../codegen/read-schema.js";
import { createTestCli, type TestCli } from "./cli.js";

/** A folder of this run, inside the project, where `typewire` is found. */
mkdirSync("test/cli/.packages", { recursive: true });
const FOLDER = mkdtempSync(resolve("test/cli/.packages/samples-"));

afterAll(() => rmSync(FOLDER, { recursive: true, force: true }));

/** Compiles programs against the sources of the default package. */
function compile(programs: readonly string[]): readonly string[] {
  const files = programs.map((text, index) => {
    const file = join(FOLDER, `${index}.ts`);
    writeFileSync(file, text);
    return file;
  });
  const { config } = ts.readConfigFile("tsconfig.json", (path) => ts.sys.readFile(path)) as {
    config: unknown;
  };
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, resolve("."));
  const program = ts.createProgram(files, {
    ...options,
    ...{ noEmit: true, skipLibCheck: true, noUnusedLocals: false },
  });
  return files.flatMap((file) =>
    ts
      .getPreEmitDiagnostics(program, program.getSourceFile(file))
      .map(
        ({ messageText }) =>
          `${ts.flattenDiagnosticMessageText(messageText, "\n")}\n${ts.sys.readFile(file) ?? ""}`,
      ),
  );
}

describe("samples of a large service", () => {
  it("call each route, and compile after the same lines", async () => {
    const model = readSchema(await readSchemaFolder("schema"));
    const samples = await printSamples(model, "typewire/sdk");
    expect(samples.size).toBe(model.routes.length);
    // Some of them, in one program: `test/site/samples.test.ts` compiles the calls of all.
    const some = [...samples.values()].filter((_, index) => index % 50 === 0);
    const lines = some.map((text) => text.split("\n").slice(4).join("\n"));
    const [first = ""] = samples.values();
    const head = first.split("\n").slice(0, 4).join("\n");
    expect(head).toContain('import { Vendor } from "typewire/sdk"');
    expect(compile([`${head}\n${lines.map((text) => `{\n${text}}`).join("\n")}`])).toEqual([]);
  });
});

describe("typewire samples", () => {
  let cli: TestCli;
  beforeEach(async () => {
    cli = await createTestCli();
  });
  afterEach(() => cli.remove());

  const DESCRIPTION = {
    openapi: "3.1.0",
    info: { title: "Acme", version: "1" },
    servers: [{ url: "https://api.acme.example" }],
    paths: {
      "/items/{item-id}": {
        parameters: [{ in: "path", name: "item-id", required: true, schema: { type: "string" } }],
        get: {
          operationId: "get",
          "x-codeSamples": [{ lang: "shell", label: "curl", source: "curl" }],
          responses: { 200: { description: "", content: { "application/json": { schema: {} } } } },
        },
        delete: { operationId: "delete", responses: { 204: { description: "" } } },
      },
    },
  };

  it("adds a call to each operation, and keeps samples of others", async () => {
    await cli.write("openapi.json", JSON.stringify(DESCRIPTION));
    expect((await cli.run(["init", "acme-sdk", "--from", "openapi.json", "--yes"])).code).toBe(0);
    const schema = ["--schema", "acme-sdk/schema", "--out", "out.json"];
    const { code, out } = await cli.run(["samples", "openapi.json", ...schema]);
    expect({ code, out }).toEqual({ code: 0, out: "Wrote out.json: 2 samples." });
    const written = JSON.parse(await cli.read("out.json"));
    const { get, delete: remove } = written.paths["/items/{item-id}"];
    expect(get["x-codeSamples"]).toEqual([
      { lang: "shell", label: "curl", source: "curl" },
      {
        lang: "TypeScript",
        label: "acme-sdk",
        source: `import { Acme } from "acme-sdk";

const acme = new Acme();

const data = await acme.items.retrieve({ "item-id": "example" });
`,
      },
    ]);
    expect(remove["x-codeSamples"][0].source).toContain(
      'await acme.items.delete({ "item-id": "example" });',
    );
  });

  it("replaces its own samples, and names operations without any", () => {
    const samples = new Map([["GET /a/{b}", "new"]]);
    const own = { lang: "TypeScript", label: "acme-sdk", source: "old" };
    const description = {
      paths: { "/a/{c}": { get: { "x-codeSamples": [own] } }, "/x": { put: {} } },
    };
    expect(addSamples(description, samples, "acme-sdk")).toEqual({
      description: {
        paths: {
          "/a/{c}": { get: { "x-codeSamples": [{ ...own, source: "new" }] } },
          "/x": { put: {} },
        },
      },
      count: 1,
      without: ["PUT /x"],
    });
  });
});
