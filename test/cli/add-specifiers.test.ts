/** The specifiers in the code that `typewire add` generates, as the compiler of the app takes them. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { OUTPUTS } from "../../codegen/model/model.js";
import { compileProject } from "../programs/compile.js";
import { ROOT } from "../programs/bundle.js";
import { ADD_ACME, MANIFEST, RUNTIME_PATHS } from "./app-cli.js";
import { runCli } from "./cli.js";
import { describeApp } from "./fixtures/app.js";

describe("[N.3] the code that add generates, whose schema has the name of a type of the generator", () => {
  it.each([
    {
      compiler: "Node.js",
      options: { module: "nodenext" },
      ownModule: "./types.js",
      sdk: "./acme/index.js",
    },
    {
      compiler: "a bundler",
      options: { module: "esnext", moduleResolution: "bundler" },
      ownModule: "./types",
      sdk: "./acme",
    },
    {
      compiler: "endings of TypeScript",
      options: { module: "nodenext", rewriteRelativeImportExtensions: true },
      ownModule: "./types.ts",
      sdk: "./acme/index.ts",
    },
  ])(
    "compiles under every strict flag with the specifiers of $compiler",
    async ({ options, ownModule, sdk }) => {
      const folder = writeStrictApp(options);
      const argv = [...ADD_ACME, "--outputs", OUTPUTS.join(",")];
      const signed = ["--signature", "standard-webhooks", "--event", "header:X-E"];
      const { out, code, err } = await runCli(folder, [...argv, ...signed]);
      expect({ code, err }).toEqual({ code: 0, err: "" });
      expect(out).toContain(`from "${sdk}"`);
      writeFileSync(join(folder, "src/call.ts"), `${readFirstCall(out)}\nexport {};\n`);
      expect(compileApp(folder)).toEqual({ errors: [], stderr: "" });
      const methods = readFileSync(join(folder, "src/acme/methods.ts"), "utf8");
      expect(methods).toContain(`"${ownModule}"`);
    },
  );
});

/** The program with a first call, which `add` prints below three lines: what was added, changed, and is to do. */
function readFirstCall(out: string): string {
  return out.split("\n").slice(3).join("\n");
}

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
  mkdirSync(join(folder, "src"));
  writeFileSync(join(folder, "api.json"), describeWithClash());
  writeFileSync(join(folder, "package.json"), MANIFEST);
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions }));
  return folder;
}

/**
 * Describes the API with errors of the schema `Success`. A type of the generator has that name, too: they clash
 * where modules are joined.
 */
function describeWithClash(): string {
  const schemas = { Success: { type: "object", properties: { ok: { type: "boolean" } } } };
  const api = JSON.stringify(describeApp("https://api.acme.example", schemas));
  return api.replaceAll("schemas/Problem", "schemas/Success");
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
