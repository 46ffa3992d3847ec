/** Samples of calls of the default vendor. */
import { expect, it, onTestFinished } from "vitest";
import { printSamples } from "../../cli/package/pages/samples.js";
import { readSchemaFolder } from "../../codegen/files/folders.js";
import { readSchema } from "../../codegen/read-schema.js";
import { COMPILED } from "../programs/compile.js";
import { createSampleProject } from "./sample-project.js";

it("samples of a large service call each route, and compile after the same lines", async () => {
  const whole = readSchema(await readSchemaFolder("schema"));
  // `test/site/samples.test.ts` prints and compiles the calls of all routes.
  const model = { ...whole, routes: whole.routes.filter((_, index) => index % 10 === 0) };
  const samples = await printSamples(model, "typewire/sdk");
  expect(samples.size).toBe(model.routes.length);
  const project = createSampleProject("large");
  onTestFinished(project.remove);
  const some = [...samples.values()].filter((_, index) => index % 5 === 0); // in one program
  const { program, compiled } = project.compile(some);
  expect(program).toContain('import { Vendor } from "typewire/sdk"');
  expect(compiled, program).toEqual(COMPILED);
});
