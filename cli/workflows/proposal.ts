/**
 * Prints the second job of `update.yml`: it commits the changes that the first job found, and opens a pull request with
 * them, or edits the one that is open.
 */
import { ACTIONS } from "./steps.js";

export function printProposal(): string {
  return `  propose:
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
${indent(PROPOSE, 10)}
`;
}

function indent(text: string, columns: number): string {
  return text.replace(/^/gm, " ".repeat(columns));
}

/**
 * The script of the job. All updates use one branch, which an earlier run may have left behind. Then these rules decide:
 * - It has the same changes, and a pull request, open or closed: nothing is done. So a pull request that was closed
 *   stays closed until the description changes again.
 * - Its last commit is somebody else's: it stays as it is, and the job warns.
 * - Else: the new update replaces it.
 */
const PROPOSE = `branch=typewire/update
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
fi`;
