/** The workflow `release.yml`: it publishes a new version, and makes its tag and its release. */
import { ACTIONS, printSetUp, type RepositoryFacts } from "./steps.js";

export function printRelease({ branch }: RepositoryFacts): string {
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

/** Trusted publishing needs 11.5.1 or newer. */
const NPM_VERSION = "11.21.2";
