/** Whoever reads a README on a registry has the files of that package, and nothing else. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** What npm packs, listed or not. */
const ALWAYS = ["README.md", "LICENSE", "package.json"];

/** Files that the build makes. */
const BUILT = ["THIRD_PARTY.md"];

function readRelativeLinks(folder: string): readonly string[] {
  const text = readFileSync(join(root, folder, "README.md"), "utf8");
  const targets = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = ""]) => target);
  return targets.filter((target) => !/^(?:[a-z]+:|#)/.test(target));
}

describe.each(["", "src/runtime", "src/inspector", "cli", "generated/webhook-types"])(
  "the README of ./%s",
  (folder) => {
    const { files } = JSON.parse(readFileSync(join(root, folder, "package.json"), "utf8")) as {
      readonly files: readonly string[];
    };

    it("leads to nothing that is not packed", () => {
      const missing = readRelativeLinks(folder).filter((target) => {
        const path = target.replace(/^\.\//, "").replace(/#.*$/, "");
        const isPacked = [...ALWAYS, ...files].some(
          (each) => path === each || path.startsWith(`${each}/`),
        );
        return !isPacked || !(BUILT.includes(path) || existsSync(join(root, folder, path)));
      });
      expect(missing).toEqual([]);
    });
  },
);
