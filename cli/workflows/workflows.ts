/**
 * The workflows of a package on GitHub: test it, look for a new description, release it. Each job has only the
 * permissions that it needs, and code of other packages never runs beside a token that can write or publish.
 */
import type { GeneratedFile } from "../../codegen/generate.js";
import { seal } from "../package/seal.js";
import { printSetUp, type RepositoryFacts } from "./steps.js";
import { printUpdate } from "./update.js";
import { printRelease } from "./release.js";

/** Prints all workflows, each with a seal. */
export function printWorkflows(facts: RepositoryFacts): readonly GeneratedFile[] {
  const files = [
    { path: ".github/workflows/test.yml", text: printTest(facts) },
    ...(facts.hasDescription
      ? [{ path: ".github/workflows/update.yml", text: printUpdate(facts) }]
      : []),
    { path: ".github/workflows/release.yml", text: printRelease(facts) },
  ];
  return files.map((file) => seal(file, COMMAND_LINE));
}

const COMMAND_LINE = "typewire ci github";

function printTest({ branch }: RepositoryFacts): string {
  return `# Tests the package on each push and each pull request.
name: Test

on:
  push:
    branches: [${JSON.stringify(branch)}]
  pull_request:

permissions: {}

jobs:
  test:
    runs-on: ubuntu-latest
    timeout-minutes: 30
    permissions:
      contents: read
    strategy:
      fail-fast: false
      matrix:
        node: ["20", "22", "24"]
    steps:
${printSetUp("${{ matrix.node }}")}
      - run: npm ci
      - run: npm test
`;
}
