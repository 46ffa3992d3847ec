/**
 * Every TypeScript block of the README, and of the guides to modules and to building requests, is a program:
 * it compiles under the project's own options, runs to its end, and prints what the comments behind its
 * `console.log` calls say (`// → text`). Those of the types package, which has nothing to run, and of the
 * guides to the inbox and the inspector compile.
 */
import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { transform } from "esbuild";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { COMPILED, compileProject } from "../programs/compile.js";
import { bundleProgram, bundlePrograms } from "../programs/programs.js";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const FOLDER = `${ROOT}/test/readme/.examples`;

const readme = readFileSync(`${ROOT}/README.md`, "utf8");
const examples = numberAnew(
  ["README.md", "docs/modules.md", "docs/requests.md"].flatMap((page) =>
    readExamples(readFileSync(`${ROOT}/${page}`, "utf8")),
  ),
);
const examplesWithSecret = examples.filter(({ text }) =>
  text.includes("process.env.WEBHOOK_SECRET"),
);

const typesExamples = readExamples(
  readFileSync(`${ROOT}/generated/webhook-types/README.md`, "utf8"),
);
const inboxExamples = readExamples(readFileSync(`${ROOT}/docs/inbox.md`, "utf8"));
const inspectorExamples = ["docs/inspector.md", "src/inspector/README.md"].flatMap((page) =>
  readExamples(readFileSync(`${ROOT}/${page}`, "utf8")),
);

let runner = "";
let bundleOf: (path: string) => string;

beforeAll(async () => {
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER, { recursive: true });
  for (const { path, text } of examples) writeFileSync(path, text);
  for (const [name, others] of [
    ["types-", typesExamples],
    ["inbox-", inboxExamples],
    ["inspector-", numberAnew(inspectorExamples)],
  ] as const) {
    for (const { path, text } of others) writeFileSync(path.replace("example-", name), text);
  }
  writeFileSync(
    `${FOLDER}/tsconfig.json`,
    JSON.stringify({
      extends: "../../types/tsconfig.json",
      compilerOptions: { noUnusedLocals: false },
      include: ["*.ts"],
    }),
  );
  runner = await bundleProgram("test/readme/run-example.ts");
  bundleOf = await bundlePrograms({ paths: examples.map(({ path }) => path) });
});

afterAll(() => rmSync(FOLDER, { recursive: true, force: true }));

describe("the README and the guides", () => {
  it("have examples of both halves", () => {
    const allExamples = examples.map(({ text }) => text).join("\n");
    expect(allExamples).toMatch(/\bendpoint\(/);
    expect(allExamples).toMatch(/\bwebhooks\.on\(/);
  });

  it("have an example of the types package", () => {
    expect(typesExamples.map(({ text }) => text).join("")).toContain("typewire-webhook-types");
  });

  it("have examples of the guide to the inspector", () => {
    expect(inspectorExamples.map(({ text }) => text).join("")).toContain("authorize");
  });

  it("have an example of the guide to the inbox", () => {
    expect(inboxExamples.map(({ text }) => text).join("")).toContain("createInbox");
  });

  it("have examples that compile", () => {
    expect(compileProject(FOLDER)).toEqual(COMPILED);
  });

  it.each(examples)("have the output of example $title", ({ path, text }) => {
    const result = runExample(path, "of the README");
    expect(result).toEqual({ stdout: expectedOutput(text), stderr: "", status: 0 });
  });

  it("have examples that receive deliveries", () => {
    expect(examplesWithSecret.length).toBeGreaterThan(1);
  });

  it.each(examplesWithSecret)("have example $title, which stops without a secret", ({ path }) => {
    const { stdout, stderr, status } = runExample(path);
    expect(stderr).toContain("Error: Set WEBHOOK_SECRET to the secret of your webhook.");
    expect({ stdout, status }).toEqual({ stdout: "", status: 1 });
  });

  // A receiver with a secret from the README would accept forged deliveries.
  it.each(examples)("have no secret in example $title but in a test", ({ text }) => {
    expect(text).not.toMatch(/_SECRET\s*(\?\?|\|\|)|secret: "/);
    if (/const secret = "/.test(text)) expect(text).toContain("typewire/testing");
  });

  it("tell to make the project an ES module, as their examples are", () => {
    const [, install = ""] = /^## Install$([\s\S]*?)^## /m.exec(readme) ?? [];
    expect(install).toContain("npm pkg set type=module");
    expect(install).toContain('"type": "module"');
  });

  it.each(examples)("have example $title free of what needs a module", async ({ text }) => {
    const asCommonJs = transform(text, { loader: "ts", format: "cjs" });
    await expect(asCommonJs).resolves.toMatchObject({ warnings: [] });
  });
});

/** The blocks of TypeScript on a page, each with the heading that it stands below. */
function readExamples(markdown: string): readonly Example[] {
  const blocks = [...markdown.matchAll(/^#+ (.+)$|^```ts\n([\s\S]*?)^```$/gm)];
  let heading = "";
  const examples: Example[] = [];
  for (const [, title, text] of blocks) {
    if (title !== undefined) heading = title;
    if (text === undefined) continue;
    const number = examples.length + 1;
    examples.push({ title: `${number}, ${heading}`, path: `${FOLDER}/example-${number}.ts`, text });
  }
  return examples;
}

/** Numbers the examples of several pages one after the other, since each page begins with 1. */
function numberAnew(several: readonly Example[]): readonly Example[] {
  return several.map((example, index) => ({
    ...example,
    title: example.title.replace(/^\d+/, String(index + 1)),
    path: `${FOLDER}/example-${index + 1}.ts`,
  }));
}

/** The lines that the comments of an example promise. */
function expectedOutput(text: string): string {
  return [...text.matchAll(/^\s*(?:.*;\s*)?\/\/ → (.*)$/gm)]
    .map(([, line]) => `${line}\n`)
    .join("");
}

function runExample(path: string, secret?: string) {
  return runNode([runner, bundleOf(path)], secret);
}

function runNode(parameters: readonly string[], secret?: string) {
  const { WEBHOOK_SECRET: _secret, RELAY_URL: _url, ...environment } = process.env;
  const { stdout, stderr, status } = spawnSync(process.execPath, parameters, {
    cwd: ROOT,
    encoding: "utf8",
    env: secret === undefined ? environment : { ...environment, WEBHOOK_SECRET: secret },
    timeout: 240_000,
  });
  return { stdout, stderr, status };
}

interface Example {
  readonly title: string;
  readonly path: string;
  readonly text: string;
}
