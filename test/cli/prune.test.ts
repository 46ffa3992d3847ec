/** `import --prune`, on the command line. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestCli, type TestCli } from "./cli.js";

let cli: TestCli;

beforeAll(async () => {
  cli = await createTestCli();
  await cli.write("api.json", describePets(["/dogs", "/cats", "/mine"]));
  const { code } = await cli.run(["import", "api.json"]);
  expect(code).toBe(0);
  const routes = await cli.read("schema/routes.yaml");
  await cli.write("schema/routes.yaml", routes.replace("DELETE /mine:\n", "$&  summary: Mine.\n"));
  await cli.write("api.json", describePets(["/dogs"]));
});
afterAll(() => cli.remove());

const HINT =
  "3 imported entries are in no description any more; --prune removes the 2 that were not changed by hand and are not referred to.";

it("says how many entries are obsolete, and removes none", async () => {
  const { code, out } = await cli.run(["import", "api.json"]);
  expect([code, out.split("\n")]).toEqual([0, expect.arrayContaining([HINT])]);
  expect(await cli.read("schema/routes.yaml")).toContain("GET /cats:");
});

it("removes them, and files without any entry, but not what was changed by hand", async () => {
  const { code, out } = await cli.run(["import", "api.json", "--prune"]);
  expect(code).toBe(0);
  expect(out).toContain(`Removed ${cli.folder}/schema/components/api.yaml\n`);
  expect(out).toContain("Removed, since no description has it any more: components/api.yaml pet,");
  expect(out).not.toContain("--prune");
  expect(await cli.list("schema")).toEqual([
    "import.yaml",
    "imported.yaml",
    "routes.yaml",
    "vendor.yaml",
  ]);
  const routes = await cli.read("schema/routes.yaml");
  expect(routes.match(/^[A-Z]+ .*:$/gm)).toEqual(["DELETE /dogs:", "DELETE /mine:"]);
});

it("changes nothing a second time, and leaves a folder that can be generated", async () => {
  const { out } = await cli.run(["import", "api.json", "--prune"]);
  expect(out).toContain(": 0 files written, ");
  expect((await cli.run(["generate"])).code).toBe(0);
});

/** A description with a `DELETE` at each path. `/cats` has a `GET` in its place, which alone has the schema. */
function describePets(urls: readonly string[]): string {
  const pet = { $ref: "#/components/schemas/pet" };
  const get = { responses: { 200: { content: { "application/json": { schema: pet } } } } };
  const paths = urls.map((url) => [url, url === "/cats" ? { get } : { delete: { responses: {} } }]);
  return JSON.stringify({
    openapi: "3.1.0",
    info: { title: "Pets" },
    servers: [{ url: "https://pets.example" }],
    paths: Object.fromEntries(paths),
    components: { schemas: { pet: { type: "object" } } },
  });
}
