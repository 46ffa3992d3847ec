/** `typewire add` in an app. */
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { ADD_ACME, MANIFEST, createAppCli } from "./app-cli.js";
import { createTestCli, runCli, type TestCli } from "./cli.js";
import { describeApp } from "./fixtures/app.js";

let cli: TestCli;
beforeEach(async () => {
  cli = await createAppCli();
});
afterEach(() => cli.remove());

describe("[N.1] add", () => {
  it("adds an SDK, and tells it in five lines", async () => {
    const { code, out } = await cli.run(ADD_ACME);
    expect(code).toBe(0);
    expect(out.split("\n")).toEqual([
      "Added src/acme: 20 routes and 2 events in 5 files.",
      "Changed typewire.yaml, and package.json (typewire-runtime, typewire-cli (dev)).",
      "Install what is new: npm install. Then the first call, from a file in src:",
      '  import { Acme } from "./acme/index.js";',
      "  console.log(await new Acme().projects.list()); // with { apiKey }, or ACME_API_KEY",
    ]);
    expect(await cli.list("")).toEqual([
      "api.json",
      "package.json",
      ...["core", "index", "methods"].map((name) => `src/acme/${name}.ts`),
      "src/acme/schema/components/api.yaml",
      "src/acme/schema/events.yaml",
      "src/acme/schema/import.yaml",
      "src/acme/schema/imported.yaml",
      "src/acme/schema/payloads/project.archived.yaml",
      "src/acme/schema/payloads/task.done.yaml",
      "src/acme/schema/routes.yaml",
      "src/acme/schema/vendor.yaml",
      "src/acme/types.ts",
      "src/acme/webhooks.ts",
      "tsconfig.json",
      "typewire.yaml",
    ]);
    expect(await cli.read("package.json")).toMatch(
      /^\{\n\t"name": "app",\n\t"type": "module",\n\t"dependencies": \{\n\t\t"typewire-runtime": "\^[\d.]+"\n\t\},\n\t"devDependencies": \{\n\t\t"typewire-cli": "\^[\d.]+"\n\t\}\n\}\n$/,
    );
  });

  it("says how many routes it left out, and how to see which", async () => {
    const { paths, ...rest } = describeApp();
    const odd = { "/odd path": { get: { responses: { 200: { description: "Done." } } } } };
    await cli.write("api.json", JSON.stringify({ ...rest, paths: { ...paths, ...odd } }));
    const { code, out, err } = await cli.run(ADD_ACME);
    expect(code).toBe(0);
    expect(out.split("\n")).toHaveLength(5);
    expect(err.split("\n").slice(0, 2)).toEqual([
      "Left out: 1 route (1 kind).",
      "To list it: npx typewire update acme --dry-run --verbose",
    ]);
    const listed = await cli.run(["update", "acme", "--dry-run", "--verbose"]);
    expect(listed.code).toBe(0);
    expect(listed.out).toContain(
      'Not imported: an unsupported URL (expected no " " in it): GET /odd path.',
    );
    expect(listed.out).toContain("There is nothing to do.");
  });

  it("keeps the linter of the app away from what is generated", async () => {
    await cli.run(ADD_ACME);
    for (const name of ["core", "index", "methods", "types", "webhooks"])
      expect(await cli.read(`src/acme/${name}.ts`)).toContain("\n/* eslint-disable */\n\n");
  });

  it("says what it assumes without a tsconfig.json", async () => {
    rmSync(join(cli.folder, "tsconfig.json"));
    const { out, err } = await cli.run(ADD_ACME);
    expect(out).toContain('from "./acme/index.ts"');
    expect(err).toContain("There is no tsconfig.json, so imports end with .ts");
    expect(err).not.toContain("npm pkg set");
  });

  it("leaves package.json as it is if it has the packages", async () => {
    const text = '{"devDependencies":{"typewire-runtime":"1","typewire-cli":"2"},"type":"module"}';
    await cli.write("package.json", text);
    const { out } = await cli.run(ADD_ACME);
    expect(out).toContain("Changed typewire.yaml.\nNothing is left to install.");
    expect(await cli.read("package.json")).toBe(text);
  });

  it("refuses a second SDK of the same name, and names the command that updates it", async () => {
    await cli.run(ADD_ACME);
    await cli.write("src/acme/index.ts", "// mine\n");
    const { code, err } = await cli.run(ADD_ACME);
    expect(code).toBe(1);
    expect(err).toContain("acme is already in src/acme, as typewire.yaml says.");
    expect(err).toContain("npx typewire update acme");
    expect(await cli.read("src/acme/index.ts")).toBe("// mine\n");
  });

  const refused: readonly (readonly [what: string, argv: readonly string[], error: string])[] = [
    ["a folder with files", ["--to", "full"], "full has files already: own.ts."],
    [
      "a file in its place",
      ["--to", "full/own.ts"],
      "full/own.ts is a file; expected a new folder.",
    ],
    ["a folder outside", ["--to", "../out"], "expected a folder inside of the app"],
    ["the app itself", ["--to", "."], "expected a folder inside of the app"],
    [
      "an unknown output",
      ["--outputs", "client,mock"],
      "has mock; expected some of client, methods",
    ],
    ["an unknown end", ["--extensions", ".mjs"], "expected .js, .ts or none"],
    ["a class in lowercase", ["--class", "acme"], "expected an identifier"],
    ["what is no description", ["--from", "full/own.ts"], "Nothing was written."],
    ["a missing file", ["--from", "gone.json"], "does not exist"],
  ];
  it.each(refused)("refuses %s, and writes nothing", async (_what, argv, error) => {
    mkdirSync(join(cli.folder, "full"));
    await cli.write("full/own.ts", "export {};\n");
    const before = await cli.list("");
    const from = argv.includes("--from") ? [] : ["--from", "api.json"];
    const { code, err } = await cli.run(["add", "acme", ...from, ...argv]);
    expect(code).toBeGreaterThan(0);
    expect(err).toContain(error);
    expect(await cli.list("")).toEqual(before);
    expect(await cli.read("package.json")).toBe(MANIFEST);
  });

  it("refuses a folder without a package.json", async () => {
    const bare = await createTestCli();
    onTestFinished(() => bare.remove());
    const { code, err } = await bare.run(["add", "acme", "--from", join(cli.folder, "api.json")]);
    expect(code).toBe(1);
    expect(err).toContain("There is no package.json in this folder.");
  });

  it("refuses an invalid package.json before it reads anything else", async () => {
    await cli.write("package.json", "{ oops");
    expect((await cli.run(ADD_ACME)).err).toContain("package.json is not a JSON object");
    expect(await cli.list("src")).toEqual([]);
  });

  it("names the folder after the SDK where there is no src", async () => {
    rmSync(join(cli.folder, "src"), { recursive: true });
    expect((await cli.run(ADD_ACME)).out).toContain('"./acme/index.js"');
    expect(await cli.list("acme")).toContain("index.ts");
  });

  it("tells that an app of CommonJS cannot run it", async () => {
    await cli.write("package.json", '{ "type": "commonjs" }');
    expect((await cli.run(ADD_ACME)).err).toContain("npm pkg set type=module");
  });

  const managers: readonly (readonly [file: string, command: string])[] = [
    ["pnpm-lock.yaml", "pnpm install"],
    ["yarn.lock", "yarn install"],
    ["bun.lock", "bun install"],
    ["package-lock.json", "npm install"],
  ];
  it.each(managers)("knows the package manager of a workspace by %s", async (file, command) => {
    await cli.write(file, "");
    const app = join(cli.folder, "apps/web");
    mkdirSync(app, { recursive: true });
    writeFileSync(join(app, "package.json"), '{ "type": "module" }\n');
    const { out } = await runCli(app, ["add", "acme", "--from", "../../api.json"]);
    expect(out).toContain(`Install what is new: ${command}.`);
  });
});
