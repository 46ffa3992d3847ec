/**
 * Prints the workflow `update.yml`. Once a day, it looks for a new API description, and if there is one, proposes the
 * updated package in a pull request.
 *
 * Code of the package never runs beside a token that can write, so there are two jobs: `look` runs the package and
 * may only read; `propose` may write, and runs nothing of the package.
 */
import { COMMAND } from "../io/tool.js";
import { printProposal } from "./proposal.js";
import { ACTIONS, printSetUp, type RepositoryFacts } from "./steps.js";

export function printUpdate({ packageName }: RepositoryFacts): string {
  return `# Looks for a new API description once a day. If there is one, opens or updates one pull request with the
# updated package, whose text is what changes for users.
name: Update

on:
  schedule:
    - cron: "${chooseMinute(packageName)} 4 * * *"
  workflow_dispatch:

permissions: {}

concurrency:
  group: typewire-update

defaults:
  run:
    shell: bash

jobs:
${printLook()}
${printProposal()}`;
}

/** The job that makes the updated package, and hands its changes on as a patch with texts about them. */
function printLook(): string {
  return `  look:
    runs-on: ubuntu-latest
    timeout-minutes: 30
    permissions:
      contents: read
    outputs:
      found: \${{ steps.changes.outputs.found }}
      tests: \${{ steps.test.outcome }}
    steps:
${printSetUp('"24"')}
      - run: npm ci
      - name: Take over the new description
        run: ${COMMAND} update
      - name: Describe the changes
        id: changes
        run: |
          git add --all
          if git diff --cached --quiet; then
            echo "The package is up to date."
            exit 0
          fi
          mkdir -p "$RUNNER_TEMP/update"
          git diff --cached --binary > "$RUNNER_TEMP/update/changes.patch"
          ${COMMAND} diff HEAD > "$RUNNER_TEMP/update/changes.md" 2> "$RUNNER_TEMP/update/level.md"
          node -p 'require("./package.json").version' > "$RUNNER_TEMP/update/version"
          echo "found=true" >> "$GITHUB_OUTPUT"
      - name: Test the changes
        id: test
        if: steps.changes.outputs.found == 'true'
        continue-on-error: true
        run: npm test
      - uses: ${ACTIONS.upload}
        if: steps.changes.outputs.found == 'true'
        with:
          name: update
          path: \${{ runner.temp }}/update
          if-no-files-found: error
          overwrite: true
`;
}

/** A minute of the hour by the name, because on the hour GitHub starts most workflows, and some late or never. */
function chooseMinute(name: string): number {
  const sum = Array.from(name, (letter) => letter.codePointAt(0) ?? 0).reduce((a, b) => a + b, 0);
  return 1 + (sum % 58);
}
