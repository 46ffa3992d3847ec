import { expect, it, onTestFinished } from "vitest";
import { printSamples } from "../../cli/package/samples.js";
import { readSchemaFolder } from "../../codegen/files/folders.js";
import { readSchema } from "../../codegen/read-schema.js";
import { COMPILED } from "../programs/compile.js";
import { createSampleProject } from "./sample-project.js";

it("samples of a large service call each route, and compile after the same lines", async () => {
  const model = readSchema(await readSchemaFolder("schema"));
  const samples = await printSamples(model, "typewire/sdk");
  expect(samples.size).toBe(model.routes.length);
  const project = createSampleProject("large");
  onTestFinished(project.remove);
  // Some of them, in one program: `test/site/samples.test.ts` compiles the calls of all.
  const some = [...samples.values()].filter((_, index) => index % 50 === 0);
  const { program, compiled } = project.compile(some);
  expect(program).toContain('import { Vendor } from "typewire/sdk"');
  expect(compiled, program).toEqual(COMPILED);
});
