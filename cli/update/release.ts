/** Chooses the release that goes with an update: the next version, or a changeset where these decide versions. */
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { parse } from "yaml";
import { type Level, nextVersion } from "../../codegen/diff/levels.js";
import { printChangelogSections } from "../../codegen/diff/print.js";
import type { Difference } from "../../codegen/diff/types.js";
import { isMap } from "../../codegen/model/json.js";
import { VERSION } from "../io/tool.js";
import type { Manifest } from "../package/manifest.js";
import { setKey } from "../package/vendor.js";

/** Chooses the next version by the level of a difference. Without a version there is none. */
export function chooseRelease({ project, value }: Manifest, difference: Difference): Release {
  const present = String(value["version"]);
  const version = nextVersion(present, difference.level);
  if (version === undefined) return { kind: "none" };
  const sections = printChangelogSections(difference);
  const folder = findChangesets(project);
  if (folder === undefined) return { kind: "version", version, sections };
  return { kind: "changeset", folder, bump: describeBump(present, version), sections };
}

/** The difference of code that another version of the generator has made, from the same schema. */
export const GENERATED_ANEW: Difference = {
  level: "patch" satisfies Level,
  changes: [
    {
      level: "patch",
      affects: "callers",
      entries: [],
      place: "",
      text: `The client was generated anew, by typewire-cli ${VERSION}`,
    },
  ],
};

/** Finds `.changeset` of the package, or of the repository that it is in. */
function findChangesets(folder: string): string | undefined {
  const changesets = join(folder, ".changeset");
  if (existsSync(join(changesets, "config.json"))) return changesets;
  const parent = dirname(folder);
  if (parent === folder || existsSync(join(folder, ".git"))) return undefined;
  return findChangesets(parent);
}

/** Names the number that differs: before 1.0.0, a major change raises the second one. */
function describeBump(before: string, after: string): Bump {
  const [oldMajor, oldMinor] = before.split(/[.+-]/, 3);
  const [newMajor, newMinor] = after.split(/[.+-]/, 3);
  if (oldMajor !== newMajor) return "major";
  return oldMinor === newMinor ? "patch" : "minor";
}

/** Writes the version into `client` of `vendor.yaml`, which requests name, if it has that of the package. */
export function stampVendor(text: string, { value }: Manifest, version: string): string {
  const vendor: unknown = parse(text);
  const client = isMap(vendor) ? vendor["client"] : undefined;
  if (!isMap(client) || client["name"] !== value["name"]) return text;
  return setKey(text, ["client"], { ...client, version });
}

// ---- Types

/** The record of the next version. */
export type Release =
  | { readonly kind: "none" }
  | { readonly kind: "version"; readonly version: string; readonly sections: string }
  /** Where changesets decide versions: a file for the next one. */
  | {
      readonly kind: "changeset";
      readonly folder: string;
      readonly bump: Bump;
      readonly sections: string;
    };

type Bump = "major" | "minor" | "patch";
