/**
 * Every TypeScript block of the README is a program: it compiles under the project's own options,
 * runs to its end, and prints what the comments behind its `console.log` calls say (`// → text`).
 * That of the types package, which has nothing to run, compiles.
 */
import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));
const folder = `${root}/test/readme/.examples`;

interface Example {
  readonly title: string;
  readonly path: string;
  readonly text: string;
}

const examples = readExamples(readFileSync(`${root}/README.md`, "utf8"));

const typesExamples = readExamples(
  readFileSync(`${root}/generated/webhook-types/README.md`, "utf8"),
);

function readExamples(markdown: string): readonly Example[] {
  const blocks = [...markdown.matchAll(/^#+ (.+)$|^```ts\n([\s\S]*?)^```$/gm)];
  let heading = "";
  const found: Example[] = [];
  for (const [, title, text] of blocks) {
    if (title !== undefined) heading = title;
    if (text === undefined) continue;
    const number = found.length + 1;
    found.push({ title: `${number}, ${heading}`, path: `${folder}/example-${number}.ts`, text });
  }
  return found;
}

function expectedOutput(text: string): string {
  return [...text.matchAll(/^\s*(?:.*;\s*)?\/\/ → (.*)$/gm)]
    .map(([, line]) => `${line}\n`)
    .join("");
}

function runNode(...parameters: readonly string[]) {
  const { stdout, stderr, status } = spawnSync(process.execPath, parameters, {
    cwd: root,
    encoding: "utf8",
    timeout: 60_000,
  });
  return { stdout, stderr, status };
}

beforeAll(() => {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const { path, text } of examples) writeFileSync(path, text);
  for (const { path, text } of typesExamples) {
    writeFileSync(path.replace("example-", "types-"), text);
  }
  writeFileSync(
    `${folder}/tsconfig.json`,
    JSON.stringify({
      extends: "../../types/tsconfig.json",
      compilerOptions: { noUnusedLocals: false },
      include: ["*.ts"],
    }),
  );
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("README", () => {
  it("has examples of both halves", () => {
    const all = examples.map(({ text }) => text).join("\n");
    expect(all).toMatch(/\bendpoint\(/);
    expect(all).toMatch(/\bwebhooks\.on\(/);
  });

  it("has an example of the types package", () => {
    expect(typesExamples.map(({ text }) => text).join("")).toContain("typewire-webhook-types");
  });

  it("compiles", () => {
    const compiler = "node_modules/typescript/bin/tsc";
    expect(runNode(compiler, "--project", `${folder}/tsconfig.json`)).toMatchObject({
      stdout: "",
      status: 0,
    });
  });

  it.each(examples)("runs example $title", ({ path, text }) => {
    const result = runNode("--import", "tsx", "test/readme/run-example.ts", path);
    expect(result).toEqual({ stdout: expectedOutput(text), stderr: "", status: 0 });
  });
});
