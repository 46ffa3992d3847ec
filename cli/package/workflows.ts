/**
 * The workflows of a package on GitHub: test it, look for a new description, release it. Each job has only the
 * permissions that it needs, and code of other packages never runs beside a token that can write or publish.
 */
import { existsSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import type { GeneratedFile } from "../../codegen/generate.js";
import { UsageError } from "../io/errors.js";
import { COMMAND, GUIDES } from "../io/tool.js";
import type { Manifest } from "./manifest.js";
import { seal } from "./seal.js";

const COMMAND_LINE = "typewire ci github";

/** Facts of a repository. */
export interface RepositoryFacts {
  readonly packageName: string;
  /** The branch that is released. */
  readonly branch: string;
  /** False for a package that was not made from a description. */
  readonly hasDescription: boolean;
}

/** Actions by the commits of their releases, which nobody can move as they can a tag. */
const ACTIONS = {
  checkout: "actions/checkout@3d3c42e5aac5ba805825da76410c181273ba90b1 # v7.0.1",
  node: "actions/setup-node@820762786026740c76f36085b0efc47a31fe5020 # v7.0.0",
  upload: "actions/upload-artifact@bbbca2ddaa5d8feaa63e36b76fdaad77386f024f # v7.0.0",
  download: "actions/download-artifact@3e5f45b2cfb9172054b4087a40e8e0b5a5461e7c # v8.0.1",
} as const;

/** Trusted publishing needs 11.5.1 or newer. */
const NPM_VERSION = "11.21.2";

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

/** Steps of every job that runs the package. No job needs the credential that a checkout can leave behind. */
function printSetUp(version: string): string {
  return `      - uses: ${ACTIONS.checkout}
        with:
          persist-credentials: false
      - uses: ${ACTIONS.node}
        with:
          node-version: ${version}
          package-manager-cache: false`;
}

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

/** A minute of the hour by the name, because on the hour GitHub starts most workflows, and some late or never. */
function chooseMinute(name: string): number {
  const sum = Array.from(name, (letter) => letter.codePointAt(0) ?? 0).reduce((a, b) => a + b, 0);
  return 1 + (sum % 58);
}

function printUpdate({ packageName }: RepositoryFacts): string {
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
  look:
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

  propose:
    needs: look
    if: needs.look.outputs.found == 'true'
    runs-on: ubuntu-latest
    timeout-minutes: 10
    permissions:
      contents: write
      pull-requests: write
    steps:
      - uses: ${ACTIONS.checkout}
        with:
          persist-credentials: false
          fetch-depth: 0
      - uses: ${ACTIONS.download}
        with:
          name: update
          path: \${{ runner.temp }}/update
      - name: Open or update the pull request
        env:
          # Workflows do not run for pull requests that the token of a workflow opens. Save a token of your own as
          # the secret UPDATE_TOKEN, and they do.
          GH_TOKEN: \${{ secrets.UPDATE_TOKEN || github.token }}
          BASE: \${{ github.ref_name }}
          TESTS: \${{ needs.look.outputs.tests }}
          RUN: \${{ github.server_url }}/\${{ github.repository }}/actions/runs/\${{ github.run_id }}
        run: |
          branch=typewire/update
          email=41898282+github-actions[bot]@users.noreply.github.com
          update="$RUNNER_TEMP/update"
          version="$(cat "$update/version")"
          base="$(git rev-parse HEAD)"
          gh auth setup-git
          git config user.name "github-actions[bot]"
          git config user.email "$email"
          title="Follow the API: version $version"
          git switch --quiet --create "$branch"
          git apply --index "$update/changes.patch"
          git commit --quiet --message "$title"
          if [ -n "$(git ls-remote --heads origin "refs/heads/$branch")" ]; then
            git fetch --quiet origin "refs/heads/$branch"
            proposed="$(git rev-parse FETCH_HEAD)"
            heads="$(gh pr list --head "$branch" --state all --json headRefOid --jq '.[].headRefOid')"
            # The date in the changelog is the only difference from the update of another day.
            if git merge-base --is-ancestor "$base" "$proposed" && grep -qxF "$proposed" <<< "$heads" &&
              git diff --quiet HEAD "$proposed" -- . ':(exclude)CHANGELOG.md'; then
              echo "The pull request has these changes already."
              exit 0
            fi
            if [ "$(git log -1 --format=%ae "$proposed")" != "$email" ]; then
              echo "::warning::$branch has commits of others, and stays as it is. Merge or delete it, then run this workflow again."
              exit 0
            fi
          fi
          git push --quiet --force origin "HEAD:refs/heads/$branch"
          {
            cat "$update/level.md"
            echo
            head --bytes 60000 "$update/changes.md"
            echo
            echo "The tests of these changes: $TESTS ([run]($RUN)). To see all changes: \`npx typewire diff $BASE\`"
          } > "$RUNNER_TEMP/body.md"
          number="$(gh pr list --head "$branch" --state open --json number --jq '.[0].number // empty')"
          if [ -n "$number" ]; then
            gh pr edit "$number" --title "$title" --body-file "$RUNNER_TEMP/body.md"
          else
            gh pr create --head "$branch" --base "$BASE" --title "$title" --body-file "$RUNNER_TEMP/body.md"
          fi
`;
}

function printRelease({ branch }: RepositoryFacts): string {
  return `# Publishes a version of package.json that has no tag yet, then makes the tag and the release. npm trusts this
# workflow (trusted publishing), so there is no token to keep, and the package says where it was built.
name: Release

on:
  push:
    branches: [${JSON.stringify(branch)}]

permissions: {}

concurrency:
  group: release

defaults:
  run:
    shell: bash

jobs:
  pack:
    runs-on: ubuntu-latest
    timeout-minutes: 30
    permissions:
      contents: read
    outputs:
      tag: \${{ steps.version.outputs.tag }}
      new: \${{ steps.version.outputs.new }}
    steps:
${printSetUp('"24"')}
      - name: Look for the tag of the version
        id: version
        env:
          GH_TOKEN: \${{ github.token }}
        run: |
          gh auth setup-git
          tag="v$(node -p 'require("./package.json").version')"
          found="$(git ls-remote --tags origin "refs/tags/$tag")"
          echo "tag=$tag" >> "$GITHUB_OUTPUT"
          if [ -z "$found" ]; then
            echo "new=true" >> "$GITHUB_OUTPUT"
          fi
      - if: steps.version.outputs.new == 'true'
        run: npm ci
      - if: steps.version.outputs.new == 'true'
        run: npm test
      - name: Pack it, with the entry of the changelog
        if: steps.version.outputs.new == 'true'
        env:
          TAG: \${{ steps.version.outputs.tag }}
        run: |
          mkdir -p "$RUNNER_TEMP/release"
          npm pack --pack-destination "$RUNNER_TEMP/release"
          touch "$RUNNER_TEMP/release/notes.md"
          if [ -f CHANGELOG.md ]; then
            awk -v version="\${TAG#v}" '
              /^## / { name = $2; gsub(/[][]/, "", name); sub(/^v/, "", name); found = name == version; next }
              found
            ' CHANGELOG.md > "$RUNNER_TEMP/release/notes.md"
          fi
      - uses: ${ACTIONS.upload}
        if: steps.version.outputs.new == 'true'
        with:
          name: release
          path: \${{ runner.temp }}/release
          if-no-files-found: error
          overwrite: true

  publish:
    needs: pack
    if: needs.pack.outputs.new == 'true'
    runs-on: ubuntu-latest
    timeout-minutes: 10
    permissions:
      id-token: write
    steps:
      - uses: ${ACTIONS.node}
        with:
          node-version: "24"
          package-manager-cache: false
      - uses: ${ACTIONS.download}
        with:
          name: release
          path: \${{ runner.temp }}/release
      - name: Install npm with trusted publishing
        run: npm install --global --ignore-scripts npm@${NPM_VERSION}
      - name: Publish
        run: |
          tarball="$(echo "$RUNNER_TEMP"/release/*.tgz)"
          spec="$(tar -xzOf "$tarball" package/package.json | node -p 'const { name, version } = JSON.parse(fs.readFileSync(0)); \`\${name}@\${version}\`')"
          if [ -n "$(npm view "$spec" version 2> /dev/null || true)" ]; then
            echo "$spec is on npm already."
            exit 0
          fi
          npm publish "$tarball"

  release:
    needs: [pack, publish]
    runs-on: ubuntu-latest
    timeout-minutes: 10
    permissions:
      contents: write
    steps:
      - uses: ${ACTIONS.download}
        with:
          name: release
          path: \${{ runner.temp }}/release
      - name: Make the tag and the release
        env:
          GH_TOKEN: \${{ github.token }}
          GH_REPO: \${{ github.repository }}
          TAG: \${{ needs.pack.outputs.tag }}
        run: gh release create "$TAG" --target "$GITHUB_SHA" --title "$TAG" --notes-file "$RUNNER_TEMP/release/notes.md"
`;
}

// ---- The repository

/** @throws UsageError for a service other than GitHub. */
export function expectGithub(what: string, service: string | undefined): void {
  if (service === "github") return;
  throw new UsageError(
    `${what} is ${String(service)}; expected github. For GitLab, ${GUIDES}/releasing.md has a text to copy.`,
  );
}

/** Finds the folder of the repository that a folder is in. */
export function findRepositoryRoot(folder: string): string | undefined {
  if (existsSync(join(folder, ".git"))) return folder;
  const parent = dirname(folder);
  return parent === folder ? undefined : findRepositoryRoot(parent);
}

/** Lists the facts that the workflows need and the package does not have. */
export function listNeeds(
  { project, value }: Pick<Manifest, "project" | "value">,
  sources: readonly (string | undefined)[],
  schema: string,
): readonly string[] {
  const isReachable = (source: string | undefined): boolean =>
    source !== undefined &&
    (source.includes("://") || !relative(project, resolve(schema, source)).startsWith(".."));
  return [
    ...(sources.length > 0 && !sources.every(isReachable)
      ? [
          `update.yml cannot reach the description: schema/import.yaml has no address, or a file outside of the package. Name an address once: ${COMMAND} update --from URL`,
        ]
      : []),
    ...(value["repository"] === undefined
      ? ["npm compares `repository` in package.json with the place of the build. Add it."]
      : []),
    ...(existsSync(join(project, "package-lock.json"))
      ? []
      : ["`npm ci` needs package-lock.json: run `npm install`, and commit the file."]),
  ];
}
