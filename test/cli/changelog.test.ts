/** Entries that an update adds to a changelog. */
import { describe, expect, it } from "vitest";
import { addToChangelog } from "../../cli/update/changelog.js";

const ENTRY = { version: "1.1.0", date: "2026-01-31", sections: "### Added\n\n- A thing" };
const ADDED = "## [1.1.0] - 2026-01-31\n\n### Added\n\n- A thing\n";
const HEAD = "# Changelog\n\nText.\n\n";
const LAST = "## [1.0.0] - 2025-01-01\n\n- First\n";

const CASES: readonly (readonly [what: string, before: string | undefined, after: string])[] = [
  [
    "a missing file",
    undefined,
    `# Changelog\n\nFollows [Keep a Changelog](https://keepachangelog.com/en/1.1.0/) and\n[Semantic Versioning](https://semver.org/).\n\n${ADDED}`,
  ],
  ["a file without versions", "# Changelog\n", `# Changelog\n\n${ADDED}`],
  ["an entry", HEAD + LAST, `${HEAD}${ADDED}\n${LAST}`],
  [
    "changes that are not released",
    `${HEAD}## [Unreleased]\n\n- By hand\n\n${LAST}`,
    `${HEAD}## [Unreleased]\n\n- By hand\n\n${ADDED}\n${LAST}`,
  ],
  [
    "changes that are not released, before any version",
    `${HEAD}## [Unreleased]\n\n- By hand\n`,
    `${HEAD}## [Unreleased]\n\n- By hand\n\n${ADDED}`,
  ],
  [
    "versions without brackets",
    `${HEAD}## 1.0.0 - 2025-01-01\n`,
    `${HEAD}${ADDED.replace("[1.1.0]", "1.1.0")}\n## 1.0.0 - 2025-01-01\n`,
  ],
  [
    "versions with a letter",
    `${HEAD}## v1.0.0\n`,
    `${HEAD}${ADDED.replace("[1.1.0]", "v1.1.0")}\n## v1.0.0\n`,
  ],
  [
    "addresses at its end",
    `${HEAD}## [Unreleased]\n\n[Unreleased]: https://acme.example\n`,
    `${HEAD}## [Unreleased]\n\n${ADDED}\n[Unreleased]: https://acme.example\n`,
  ],
  [
    "an entry of the same version",
    `${HEAD}## [1.1.0] - 2026-01-01\n\n- By hand\n\n${LAST}`,
    `${HEAD}## [1.1.0] - 2026-01-01\n\n- By hand\n\n### Added\n\n- A thing\n\n${LAST}`,
  ],
  [
    "a heading in code",
    `${HEAD}\`\`\`md\n## [0.1.0]\n\`\`\`\n\n${LAST}`,
    `${HEAD}\`\`\`md\n## [0.1.0]\n\`\`\`\n\n${ADDED}\n${LAST}`,
  ],
  [
    "line ends of Windows",
    (HEAD + LAST).replaceAll("\n", "\r\n"),
    `${HEAD}${ADDED}\n${LAST}`.replaceAll("\n", "\r\n"),
  ],
];

describe("addToChangelog", () => {
  it.each(CASES)("adds to %s", (_what, before, after) => {
    expect(addToChangelog(before, ENTRY)).toBe(after);
  });
});
