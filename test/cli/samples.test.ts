/** Samples of calls, and `typewire samples`, which adds them to a description. */
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { addSamples, printSamples } from "../../cli/package/pages/samples.js";
import { readSchemaFolder } from "../../codegen/files/folders.js";
import { generate } from "../../codegen/generate.js";
import { readSchema } from "../../codegen/read-schema.js";
import { COMPILED } from "../programs/compile.js";
import { createSampleProject } from "./sample-project.js";
import { createTestCli, type TestCli } from "./cli.js";

describe("samples of a service", () => {
  it("call each route, and compile after the same lines", async () => {
    const model = readSchema(await readSchemaFolder("test/fixtures/second-vendor/schema"));
    const project = createSampleProject("service");
    onTestFinished(project.remove);
    for (const { path, text } of await generate(model)) project.write(`generated/${path}`, text);
    const samples = await printSamples(model, "./generated/index.js");
    expect(samples.size).toBe(model.routes.length);
    const { program, compiled } = project.compile([...samples.values()]);
    expect(program).toContain('import { AcmeWarehouse } from "./generated/index.js"');
    expect(compiled, program).toEqual(COMPILED);
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
    const ownSample = { lang: "TypeScript", label: "acme-sdk", source: "old" };
    const description = {
      paths: { "/a/{c}": { get: { "x-codeSamples": [ownSample] } }, "/x": { put: {} } },
    };
    expect(addSamples(description, samples, "acme-sdk")).toEqual({
      description: {
        paths: {
          "/a/{c}": { get: { "x-codeSamples": [{ ...ownSample, source: "new" }] } },
          "/x": { put: {} },
        },
      },
      count: 1,
      without: ["PUT /x"],
    });
  });
});
