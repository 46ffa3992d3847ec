/** The README of each package leads to files of that package alone: whoever reads it on a registry has no others. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** Files that npm packs whether `files` lists them or not. */
const ALWAYS = ["README.md", "LICENSE", "package.json"];

/** Files that the build makes. */
const BUILT = ["THIRD_PARTY.md"];

describe.each(["", "src/runtime", "src/inspector", "cli", "generated/webhook-types"])(
  "the README of ./%s",
  (folder) => {
    const { files } = JSON.parse(readFileSync(join(ROOT, folder, "package.json"), "utf8")) as {
      readonly files: readonly string[];
    };

    it("leads to packed files alone", () => {
      const missing = readRelativeLinks(folder).filter((target) => {
        const path = target.replace(/^\.\//, "").replace(/#.*$/, "");
        const isPacked = [...ALWAYS, ...files].some(
          (each) => path === each || path.startsWith(`${each}/`),
        );
        return !isPacked || !(BUILT.includes(path) || existsSync(join(ROOT, folder, path)));
      });
      expect(missing).toEqual([]);
    });
  },
);

function readRelativeLinks(folder: string): readonly string[] {
  const text = readFileSync(join(ROOT, folder, "README.md"), "utf8");
  const targets = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = ""]) => target);
  return targets.filter((target) => !/^(?:[a-z]+:|#)/.test(target));
}
