/** The code that `typewire add` generates: its specifiers, and its outputs. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { OUTPUTS } from "../../codegen/model/model.js";
import { compileProject } from "../programs/compile.js";
import { ROOT } from "../programs/bundle.js";
import { ADD_ACME, MANIFEST, createAppCli, RUNTIME_PATHS } from "./app-cli.js";
import { runCli, type TestCli } from "./cli.js";
import { describeApp } from "./fixtures/app.js";

let cli: TestCli;
beforeEach(async () => {
  cli = await createAppCli();
});
afterEach(() => cli.remove());

describe("[N.3] specifiers", () => {
  const settings: readonly (readonly [options: object, specifier: string, sdk: string])[] = [
    [{ module: "nodenext" }, "./types.js", "./acme/index.js"],
    [{ module: "esnext", moduleResolution: "bundler" }, "./types", "./acme"],
    [
      { module: "nodenext", rewriteRelativeImportExtensions: true },
      "./types.ts",
      "./acme/index.ts",
    ],
  ];

  it.each(settings)("compile under every strict flag with %o", async (options, specifier, sdk) => {
    const folder = writeStrictApp(options);
    const argv = [...ADD_ACME, "--outputs", OUTPUTS.join(",")];
    const signed = ["--signature", "standard-webhooks", "--event", "header:X-E"];
    const { out, code, err } = await runCli(folder, [...argv, ...signed]);
    expect({ code, err }).toEqual({ code: 0, err: "" });
    expect(out).toContain(`from "${sdk}"`);
    const firstCall = out.split("\n").slice(3).join("\n"); // below what was added, changed, and is to do
    writeFileSync(join(folder, "src/call.ts"), `${firstCall}\nexport {};\n`);
    expect(compileApp(folder)).toEqual({ errors: [], stderr: "" });
    expect(readFileSync(join(folder, "src/acme/methods.ts"), "utf8")).toContain(`"${specifier}"`);
  });
});

describe("[N.4] outputs", () => {
  it("makes at most ten files of twenty routes, with their YAML", async () => {
    const { webhooks: _none, ...description } = describeApp();
    await cli.write("api.json", JSON.stringify(description));
    await cli.run(ADD_ACME);
    expect((await cli.list("src/acme")).length).toBeLessThanOrEqual(10);
  });

  const modulesOfOutputs: readonly (readonly [outputs: string, files: readonly string[]])[] = [
    ["client", ["index", "methods", "types"]],
    ["methods", ["core", "index", "methods", "types"]],
    ["webhooks", ["index", "webhooks"]],
    ["client,validators", ["index", "methods", "types", "validate"]],
    ["client,samples", ["index", "methods", "testing", "types"]],
    ["paths", ["paths"]],
    ["client,paths", ["index", "methods", "paths", "types"]],
  ];
  it.each(modulesOfOutputs)("%s are these modules", async (outputs, files) => {
    await cli.run([...ADD_ACME, "--outputs", outputs]);
    const modules = (await cli.list("src/acme")).filter((path) => /^[\w-]+\.ts$/.test(path));
    expect(modules).toEqual(files.map((name) => `${name}.ts`));
  });

  it("may be the types by path alone, with a first call by path", async () => {
    const { code, out, err } = await cli.run([...ADD_ACME, "--outputs", "paths"]);
    expect({ code, err }).toEqual({ code: 0, err: "" });
    expect(out.split("\n").slice(2)).toEqual([
      "Install what is new: npm install. Then the first call, from a file in src:",
      '  import { createPathsClient } from "typewire-runtime/paths";',
      '  import type { paths } from "./acme/paths.js";',
      '  console.log(await createPathsClient<paths>({ baseUrl: "https://api.acme.example" }).GET("/projects"));',
    ]);
    expect(await cli.read("src/acme/paths.ts")).toContain('"/projects/{id}": {');
    expect((await cli.run(["update", "--check"])).code).toBe(0);
  });

  it("can get the types by path later", async () => {
    await cli.run(ADD_ACME);
    const list = await cli.read("typewire.yaml");
    const withPaths = list.replace("[client, methods, webhooks]", "[client, paths]");
    await cli.write("typewire.yaml", withPaths);
    const { code, out } = await cli.run(["update"]);
    expect(code).toBe(0);
    expect(out).toContain("Wrote src/acme/paths.ts");
    expect(await cli.run(["update", "--check"])).toMatchObject({
      code: 0,
      out: "acme: nothing changes.\nThere is nothing to do.",
    });
    rmSync(join(cli.folder, "src/acme/schema/descriptions"), { recursive: true });
    expect(await cli.run(["update"])).toMatchObject({ code: 0 });
    expect(await cli.list("src/acme/schema/descriptions")).toHaveLength(1);
  });

  it("says how to get the description that the types by path need", async () => {
    const input = await cli.read("api.json");
    await cli.run(["add", "acme", "--from", "-"], { input });
    const list = await cli.read("typewire.yaml");
    await cli.write("typewire.yaml", list.replace("[client, methods, webhooks]", "[paths]"));
    const { code, err } = await cli.run(["update"]);
    expect(code).toBe(1);
    expect(err).toContain("npx typewire update acme --from FILE|URL");
  });

  it("are those of vendor.yaml for a package", async () => {
    await cli.writeStarter();
    const vendor = await cli.read("schema/vendor.yaml");
    await cli.write("schema/vendor.yaml", `${vendor}\noutputs: [client, webhooks]\n`);
    expect((await cli.run(["generate"])).code).toBe(0);
    const files = await cli.list("src/generated");
    expect(files).toContain("webhooks.ts");
    expect(files).toContain("route-helpers.ts");
    const ofOtherOutputs = /^(?:core|validate|testing|api|schemas|reference)\b/;
    expect(files.filter((path) => ofOtherOutputs.test(path))).toEqual([]);
  });
});

const STRICT_FLAGS = [
  "strict",
  "exactOptionalPropertyTypes",
  "noUncheckedIndexedAccess",
  "verbatimModuleSyntax",
  "isolatedModules",
  "erasableSyntaxOnly",
  "noPropertyAccessFromIndexSignature",
  "noUnusedLocals",
  "noUnusedParameters",
  "noImplicitReturns",
  "noImplicitOverride",
];

/** Writes an app whose compiler has these options and every strict flag; returns its folder. */
function writeStrictApp(options: object): string {
  // Inside of the repository, where the compiler finds packages.
  const folder = mkdtempSync(join(ROOT, "test/cli/.packages-app-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const compilerOptions = {
    target: "es2022",
    lib: ["es2024", "dom", "dom.iterable", "dom.asynciterable"],
    types: ["node"],
    noEmit: true,
    skipLibCheck: true,
    ...Object.fromEntries(STRICT_FLAGS.map((flag) => [flag, true])),
    ...options,
  };
  // A schema that has the name of a type of the generator clashes where modules are joined.
  const clash = { Success: { type: "object", properties: { ok: { type: "boolean" } } } };
  const api = JSON.stringify(describeApp("https://api.acme.example", clash));
  mkdirSync(join(folder, "src"));
  writeFileSync(join(folder, "api.json"), api.replaceAll("schemas/Problem", "schemas/Success"));
  writeFileSync(join(folder, "package.json"), MANIFEST);
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions }));
  return folder;
}

/** Compiles an app with the sources of the runtime. The flags are for the code of the app, not for these sources. */
function compileApp(folder: string) {
  symlinkSync(join(ROOT, "node_modules"), join(folder, "node_modules"));
  const project = {
    extends: "./tsconfig.json",
    compilerOptions: { paths: RUNTIME_PATHS, allowImportingTsExtensions: true },
    include: ["src"],
  };
  writeFileSync(join(folder, "tsconfig.check.json"), JSON.stringify(project));
  const { errors, stderr } = compileProject(join(folder, "tsconfig.check.json"));
  const name = relative(ROOT, folder);
  return { errors: errors.filter((error) => error.startsWith(name)), stderr };
}
