/** `typewire add`, and `typewire update` for what it made. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer, type RequestListener } from "node:http";
import { join, relative } from "node:path";
import { gzipSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { OUTPUTS } from "../../codegen/model/model.js";
import { findService, SERVICES } from "../../cli/app/services.js";
import { readAnswers } from "../../cli/init/answers.js";
import { close, listen } from "../../cli/io/network.js";
import { compileProject } from "../programs/compile.js";
import { ROOT } from "../programs/bundle.js";
import { createTestCli, runCli, type Surroundings, type TestCli } from "./cli.js";
import { describeApp } from "./fixtures/app.js";

let cli: TestCli;
beforeEach(async () => {
  cli = await createTestCli();
  mkdirSync(join(cli.folder, "src"));
  await cli.write("package.json", MANIFEST);
  await cli.write("tsconfig.json", '{ "compilerOptions": { "module": "nodenext" } }');
  await cli.write("api.json", JSON.stringify(describeApp()));
});
afterEach(() => cli.remove());

const MANIFEST = '{\n\t"name": "app",\n\t"type": "module"\n}\n';

const ADDED = ["add", "acme", "--from", "api.json"];

describe("[N.1] add", () => {
  it("adds an SDK, and tells it in five lines", async () => {
    const { code, out } = await cli.run(ADDED);
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
    const { code, out, err } = await cli.run(ADDED);
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
    await cli.run(ADDED);
    for (const name of ["core", "index", "methods", "types", "webhooks"])
      expect(await cli.read(`src/acme/${name}.ts`)).toContain("\n/* eslint-disable */\n\n");
  });

  it("says what it assumes without a tsconfig.json", async () => {
    rmSync(join(cli.folder, "tsconfig.json"));
    const { out, err } = await cli.run(ADDED);
    expect(out).toContain('from "./acme/index.ts"');
    expect(err).toContain("There is no tsconfig.json, so imports end with .ts");
    expect(err).not.toContain("npm pkg set");
  });

  it("leaves packages alone that are there", async () => {
    const text = '{"devDependencies":{"typewire-runtime":"1","typewire-cli":"2"},"type":"module"}';
    await cli.write("package.json", text);
    const { out } = await cli.run(ADDED);
    expect(out).toContain("Changed typewire.yaml.\nNothing is left to install.");
    expect(await cli.read("package.json")).toBe(text);
  });

  it("says of a second one that an update is meant", async () => {
    await cli.run(ADDED);
    await cli.write("src/acme/index.ts", "// mine\n");
    const { code, err } = await cli.run(ADDED);
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
    mkdirSync(join(cli.folder, "src/inner"));
    const bare = await createTestCli();
    const { code, err } = await bare.run(["add", "acme", "--from", join(cli.folder, "api.json")]);
    expect(code).toBe(1);
    expect(err).toContain("There is no package.json in this folder.");
    await bare.remove();
  });

  it("refuses an invalid package.json before it reads anything else", async () => {
    await cli.write("package.json", "{ oops");
    expect((await cli.run(ADDED)).err).toContain("package.json is not a JSON object");
    expect(await cli.list("src")).toEqual([]);
  });

  it("names the folder after the SDK where there is no src", async () => {
    rmSync(join(cli.folder, "src"), { recursive: true });
    expect((await cli.run(ADDED)).out).toContain('"./acme/index.js"');
    expect(await cli.list("acme")).toContain("index.ts");
  });

  it("tells that an app of CommonJS cannot run it", async () => {
    await cli.write("package.json", '{ "type": "commonjs" }');
    expect((await cli.run(ADDED)).err).toContain("npm pkg set type=module");
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
    const { out } = await runIn(app, ["add", "acme", "--from", "../../api.json"]);
    expect(out).toContain(`Install what is new: ${command}.`);
  });
});

function runIn(folder: string, argv: readonly string[], more: Surroundings = {}) {
  return runCli(folder, argv, more);
}

describe("[N.2] typewire.yaml and update", () => {
  it("lists each SDK, and keeps what is written beside", async () => {
    await cli.write("typewire.yaml", "# ours\nsdks: # all\n  # none yet\n");
    await cli.run(ADDED);
    await cli.run([
      "add",
      "two",
      "--from",
      "api.json",
      "--outputs",
      "webhooks",
      "--extensions",
      "none",
    ]);
    const list = await cli.read("typewire.yaml");
    expect(list).toMatch(/^# ours\nsdks:/);
    expect(list).toContain("# all\n");
    expect(list).toContain("# none yet\n");
    expect(list).toContain(`
  acme:
    description: api.json
    folder: src/acme
    outputs: [client, methods, webhooks]
  two:
    description: api.json
    folder: src/two
    outputs: [webhooks]
    extensions: none
`);
  });

  it("changes nothing without a new description", async () => {
    await cli.run(ADDED);
    const before = await readAll();
    for (const argv of [["update"], ["update", "acme"], ["update", "--check"]])
      expect(await cli.run(argv)).toMatchObject({ code: 0 });
    expect(await readAll()).toEqual(before);
  });

  it("takes a new description over, after --check has found it", async () => {
    await cli.run(ADDED);
    const { paths, ...rest } = describeApp();
    const { "/comments": _gone, "/comments/{id}": _too, ...kept } = paths;
    await cli.write("api.json", JSON.stringify({ ...rest, paths: kept }));
    const before = await readAll();
    const checked = await cli.run(["update", "--check"]);
    expect(checked).toMatchObject({ code: 1 });
    expect(checked.out).toContain("Nothing was written.");
    expect(await readAll()).toEqual(before);
    const { code, out } = await cli.run(["update", "acme"]);
    expect(code).toBe(0);
    expect(out).toContain("`GET /comments`: is gone");
    expect(await cli.read("src/acme/methods.ts")).not.toContain("commentsList");
    expect(await cli.run(["update", "--check"])).toMatchObject({ code: 0 });
  });

  it("generates what the list asks for now, also of YAML that was edited", async () => {
    await cli.run(ADDED);
    const list = await cli.read("typewire.yaml");
    await cli.write("typewire.yaml", list.replace("[client, methods, webhooks]", "[client]"));
    expect((await cli.run(["update"])).code).toBe(0);
    expect((await cli.list("src/acme")).filter((path) => path.endsWith(".ts"))).toEqual([
      "index.ts",
      "methods.ts",
      "types.ts",
    ]);
    const vendor = await cli.read("src/acme/schema/vendor.yaml");
    await cli.write("src/acme/schema/vendor.yaml", vendor.replace("api.acme", "eu.acme"));
    await cli.run(["update"]);
    expect(await cli.read("src/acme/index.ts")).toContain("https://eu.acme.example");
  });

  it("takes another description by --from, and remembers it", async () => {
    await cli.run(ADDED);
    await cli.write("next.json", JSON.stringify(describeApp()));
    expect(await cli.run(["update", "acme", "--from", "next.json"])).toMatchObject({ code: 0 });
    expect(await cli.read("typewire.yaml")).toContain("description: next.json\n");
  });

  const failing: readonly (readonly [what: string, argv: readonly string[], text: string])[] = [
    ["another name", ["acm"], "Did you mean acme?"],
    ["a description that is gone", ["acme"], "api.json does not exist"],
    ["--from for several", ["--from", "api.json"], "expected its name beside it"],
  ];
  it.each(failing)("refuses %s, and changes nothing", async (_what, argv, text) => {
    await cli.run(ADDED);
    await cli.run(["add", "two", "--from", "api.json"]);
    rmSync(join(cli.folder, "api.json"));
    const before = await readAll();
    const { code, err } = await cli.run(["update", ...argv]);
    expect(code).toBeGreaterThan(0);
    expect(err).toContain(text);
    expect(await readAll()).toEqual(before);
  });

  it("complains about mistakes in the list, with their places", async () => {
    await cli.write(
      "typewire.yaml",
      "sdks:\n  acme:\n    folder: src/acme\n    output: [client]\n",
    );
    const { code, err } = await cli.run(["update"]);
    expect(code).toBe(1);
    expect(err).toContain("typewire.yaml:4:5");
    expect(err).toContain("`outputs`");
  });

  async function readAll(): Promise<Readonly<Record<string, string>>> {
    const paths = await cli.list("");
    const texts = await Promise.all(paths.map((path) => cli.read(path)));
    return Object.fromEntries(paths.map((path, index) => [path, texts[index] ?? ""]));
  }
});

describe("[N.3] specifiers", () => {
  const STRICT = [
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
    const folder = mkdtempSync(join(ROOT, "test/cli/.packages-app-"));
    try {
      mkdirSync(join(folder, "src"));
      const compilerOptions = {
        target: "es2022",
        lib: ["es2024", "dom", "dom.iterable", "dom.asynciterable"],
        types: ["node"],
        noEmit: true,
        skipLibCheck: true,
        ...Object.fromEntries(STRICT.map((flag) => [flag, true])),
        ...options,
      };
      // A schema that has the name of a type of the generator clashes where modules are joined.
      const clash = { Success: { type: "object", properties: { ok: { type: "boolean" } } } };
      const api = JSON.stringify(describeApp("https://api.acme.example", clash));
      writeFileSync(join(folder, "api.json"), api.replaceAll("schemas/Problem", "schemas/Success"));
      writeFileSync(join(folder, "package.json"), MANIFEST);
      writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions }));
      const outputs = OUTPUTS.join(",");
      const signed = [
        "--outputs",
        outputs,
        "--signature",
        "standard-webhooks",
        "--event",
        "header:X-E",
      ];
      const { out, code, err } = await runIn(folder, [...ADDED, ...signed]);
      expect({ code, err }).toEqual({ code: 0, err: "" });
      expect(out).toContain(`from "${sdk}"`);
      const call = out.split("\n").slice(3).join("\n");
      writeFileSync(join(folder, "src/call.ts"), `${call}\nexport {};\n`);
      symlinkSync(join(ROOT, "node_modules"), join(folder, "node_modules"));
      const paths = {
        "typewire-runtime/*": [join(ROOT, "src/runtime/*.ts")],
        "#platform": [join(ROOT, "src/receive/signatures/platform.node.ts")],
      };
      const program = {
        extends: "./tsconfig.json",
        compilerOptions: { paths, allowImportingTsExtensions: true },
        include: ["src"],
      };
      writeFileSync(join(folder, "tsconfig.check.json"), JSON.stringify(program));
      // The flags are for the code of the app, not for the sources of the runtime.
      const { errors, stderr } = compileProject(join(folder, "tsconfig.check.json"));
      const name = relative(ROOT, folder);
      expect({ errors: errors.filter((error) => error.startsWith(name)), stderr }).toEqual({
        errors: [],
        stderr: "",
      });
      expect(readFileSync(join(folder, "src/acme/methods.ts"), "utf8")).toContain(`"${specifier}"`);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});

describe("[N.4] outputs", () => {
  it("makes at most ten files of twenty routes, with their YAML", async () => {
    const { webhooks: _none, ...description } = describeApp();
    await cli.write("api.json", JSON.stringify(description));
    await cli.run(ADDED);
    expect((await cli.list("src/acme")).length).toBeLessThanOrEqual(10);
  });

  const cases: readonly (readonly [outputs: string, files: readonly string[]])[] = [
    ["client", ["index", "methods", "types"]],
    ["methods", ["core", "index", "methods", "types"]],
    ["webhooks", ["index", "webhooks"]],
    ["client,validators", ["index", "methods", "types", "validate"]],
    ["client,samples", ["index", "methods", "testing", "types"]],
    ["paths", ["paths"]],
    ["client,paths", ["index", "methods", "paths", "types"]],
  ];
  it.each(cases)("%s are these modules", async (outputs, files) => {
    await cli.run([...ADDED, "--outputs", outputs]);
    const modules = (await cli.list("src/acme")).filter((path) => /^[\w-]+\.ts$/.test(path));
    expect(modules).toEqual(files.map((name) => `${name}.ts`));
  });

  it("have the types by path alone, with a call for them, and without the description once more", async () => {
    const { code, out, err } = await cli.run([...ADDED, "--outputs", "paths"]);
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
    await cli.run(ADDED);
    const list = await cli.read("typewire.yaml");
    await cli.write(
      "typewire.yaml",
      list.replace("[client, methods, webhooks]", "[client, paths]"),
    );
    const { code, out } = await cli.run(["update"]);
    expect({ code, out }).toMatchObject({
      code: 0,
      out: expect.stringContaining("Wrote src/acme/paths.ts"),
    });
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
    expect(
      files.filter((path) => /^(?:core|validate|testing|api|schemas|reference)\b/.test(path)),
    ).toEqual([]);
  });
});

describe("[N.5] known services", () => {
  it.each(Object.entries(SERVICES))("%s is whole", (name, { descriptions, page, answers }) => {
    expect(name).toMatch(/^[a-z][a-z0-9-]*$/);
    for (const address of [...descriptions, page]) expect(address).toMatch(/^https:\/\//);
    expect(descriptions.length).toBeGreaterThan(0);
    const { signature } = answers ?? {};
    const preset = typeof signature === "object" ? signature.preset : signature;
    if (preset !== undefined) expect(() => readAnswers({ signature: preset })).not.toThrow();
  });

  it("are at least fifteen", () => {
    expect(Object.keys(SERVICES).length).toBeGreaterThanOrEqual(15);
  });

  it("take a file in place of the address", async () => {
    const { code, err } = await cli.run(["add", "resend", "--from", "api.json"]);
    expect({ code, err }).toEqual({ code: 0, err: "" });
    expect(await cli.read("typewire.yaml")).toContain(
      "service: resend\n    description: api.json\n",
    );
    const vendor = await cli.read("src/resend/schema/vendor.yaml");
    expect(vendor).toContain("signature: { preset: standard-webhooks, prefix: svix }");
    expect(vendor).toContain("title: Resend\n");
  });

  const ways: readonly (readonly [argv: readonly string[], name: string])[] = [
    [["resend"], "resend"],
    [["mail", "--from", "resend"], "mail"],
  ];
  it.each(ways)("are downloaded: add %o", async (argv, name) => {
    const asked: string[] = [];
    const send: typeof fetch = (input) => {
      asked.push(input instanceof Request ? input.url : String(input));
      return Promise.resolve(Response.json(describeApp()));
    };
    expect(await cli.run(["add", ...argv], { fetch: send })).toMatchObject({ code: 0 });
    expect(asked).toEqual(findService("resend")?.descriptions);
    const list = await cli.read("typewire.yaml");
    expect(list).toContain(`  ${name}:\n    service: resend\n    folder: src/${name}\n`);
    expect(await cli.run(["update", "--check"], { fetch: send })).toMatchObject({ code: 0 });
  });

  it("leave out corrections that a description does not need", async () => {
    const { code, err } = await cli.run(["add", "github", "--from", "api.json"]);
    expect({ code, err }).toEqual({ code: 0, err: "" });
    await cli.write(
      "hub.json",
      JSON.stringify(
        describeApp("https://api.github.example", {
          "repository-webhooks": {
            type: "object",
            required: ["id", "node_id"],
            additionalProperties: false,
            properties: { id: { type: "integer" }, node_id: { type: "string" } },
          },
        }),
      ).replaceAll("schemas/User", "schemas/repository-webhooks"),
    );
    const corrected = await cli.run(["add", "hub", "--from", "github"], {
      fetch: async () => new Response(await cli.read("hub.json")),
    });
    expect(corrected).toMatchObject({ code: 0, err: "" });
    const corrections = await cli.read("src/hub/schema/corrections.yaml");
    expect(corrections).toContain("additionalProperties: false");
    expect(corrections).not.toContain("author-association");
  });

  it("are named where the name is misspelt", async () => {
    const { code, err } = await cli.run(["add", "strip"]);
    expect(code).toBe(2);
    expect(err).toContain("Did you mean stripe?");
  });
});

describe("[N.5] downloads", () => {
  const body = JSON.stringify(describeApp());
  const ways: readonly (readonly [what: string, answer: RequestListener, expected: string])[] = [
    ["JSON", (_, response) => response.end(body), ""],
    ["gzip as a file", (_, response) => response.end(gzipSync(body)), ""],
    [
      "gzip on the way",
      (_, response) => response.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync(body)),
      "",
    ],
    [
      "a redirect",
      ({ url }, response) =>
        url === "/next.json"
          ? response.end(body)
          : response.writeHead(302, { location: "/next.json" }).end(),
      "",
    ],
    ["404", (_, response) => response.writeHead(404).end("gone"), "answered with status 404"],
    [
      "a page in HTML",
      (_, response) => response.end("<!doctype html>\n<html><body>Sign in</body></html>"),
      "Nothing was written.",
    ],
    ["nothing", (_, response) => response.end(), "Nothing was written."],
    ["half of it", (_, response) => response.end(body.slice(0, 500)), "Nothing was written."],
    ["a closed connection", ({ socket }) => socket.destroy(), "cannot be reached"],
  ];
  it.each(ways)("%s", async (_what, answer, expected) => {
    const server = createServer(answer);
    const { origin } = await listen(server, 0, "127.0.0.1");
    try {
      const argv = ["add", "acme", "--from", `${origin}/api.json`];
      const { code, err } = await cli.run(argv, { fetch: (...args) => fetch(...args) });
      expect(code).toBe(expected === "" ? 0 : 1);
      expect(err).toContain(expected);
      const isThere = (await cli.list("src")).length > 0;
      expect(isThere).toBe(expected === "");
    } finally {
      close(server);
    }
  });

  it("without a network", async () => {
    const { code, err } = await cli.run(["add", "github"]);
    expect(code).toBe(1);
    expect(err).toContain("download the description and name its file");
    expect(err).toContain("npx typewire-cli add github --from FILE");
    expect(await cli.list("src")).toEqual([]);
  });
});
