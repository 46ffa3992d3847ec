/**
 * The workflow `update.yml`. Once a day, it looks for a new API description, and opens a pull request if there is one.
 * Of its two jobs, the first runs the package and may only read; the second may write, and runs nothing of the package.
 *
 * All updates use the same branch. The second job first compares it with the new update:
 * - If it has the same changes, and there was a pull request for them, open or closed, nothing is done. So a pull request
 *   that was closed stays closed until the description changes again.
 * - If somebody else has added commits to it, the job leaves it as it is, and warns.
 * - Otherwise the job replaces the branch, and edits the open pull request or opens one.
 */
import { COMMAND } from "../io/tool.js";
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

/** A minute of the hour by the name, because on the hour GitHub starts most workflows, and some late or never. */
function chooseMinute(name: string): number {
  const sum = Array.from(name, (letter) => letter.codePointAt(0) ?? 0).reduce((a, b) => a + b, 0);
  return 1 + (sum % 58);
}
