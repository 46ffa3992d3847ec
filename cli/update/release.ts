/** Changes of a package that go with an update of its SDK: version, changelog, entry points and pages. */
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { parse } from "yaml";
import { type Level, nextVersion } from "../../codegen/diff/levels.js";
import { printChangelogSections } from "../../codegen/diff/print.js";
import type { Difference } from "../../codegen/diff/types.js";
import type { FileChange } from "../../codegen/files/change-files.js";
import { isMissing } from "../../codegen/files/system-errors.js";
import { isMap } from "../../codegen/model/json.js";
import { VERSION } from "../io/tool.js";
import { compareExports } from "../package/exports.js";
import { type Manifest, printWithKeys } from "../package/manifest.js";
import { findPageChanges } from "../package/pages/page-changes.js";
import { setKey } from "../package/vendor.js";
import { addToChangelog } from "./changelog.js";
import type { SdkChange } from "./types.js";

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

/** Lists the changes of the package that go with those of its SDK. */
export async function planPackage(
  manifest: Manifest,
  release: Release,
  change: SdkChange,
  out: string,
): Promise<PackageChange> {
  const pages = await planPages(manifest, change, out);
  const recorded = release.kind === "none" ? [] : await planRelease(manifest, release);
  const exports = compareExports(manifest, resolve(out), change.paths)?.exports;
  const text = printWithKeys(manifest, {
    ...(release.kind === "version" && { version: release.version }),
    ...(exports && { exports }),
  });
  const file = join(manifest.project, "package.json");
  return {
    changes: [
      // An equal value is printed in another way where somebody has formatted the file.
      ...(JSON.stringify(JSON.parse(text)) === JSON.stringify(manifest.value)
        ? []
        : [{ path: file, before: manifest.text, after: text }]),
      ...recorded,
      ...pages.changes,
    ],
    warnings: pages.warnings,
  };
}

async function planRelease(
  manifest: Manifest,
  release: Exclude<Release, { kind: "none" }>,
): Promise<readonly FileChange[]> {
  const { project, value } = manifest;
  if (release.kind === "changeset") return [await planChangeset(manifest, release)];
  const changelog = await readChange(join(project, "CHANGELOG.md"), (text) =>
    addToChangelog(text, {
      version: release.version,
      date: new Date().toISOString().slice(0, 10),
      sections: release.sections,
    }),
  );
  const locks = await Promise.all(
    ["package-lock.json", "npm-shrinkwrap.json"].map((name) =>
      readChange(join(project, name), (text) =>
        text === undefined ? undefined : withLockedVersion(text, value["version"], release.version),
      ),
    ),
  );
  return [changelog, ...locks].filter(({ before, after }) => before !== after);
}

async function readChange(
  path: string,
  edit: (text: string | undefined) => string | undefined,
): Promise<FileChange> {
  const before = await readFile(path, "utf8").catch((error: unknown) => {
    if (isMissing(error)) return undefined;
    throw error;
  });
  return { path, before, after: edit(before) };
}

/** Replaces the version of the package in its lock file, as `npm version` does. */
function withLockedVersion(text: string, before: unknown, version: string): string {
  const lock: unknown = JSON.parse(text);
  if (!isMap(lock) || lock["version"] !== before) return text;
  const { packages } = lock;
  const rootPackage = isMap(packages) ? packages[""] : undefined;
  const keys =
    isMap(packages) && isMap(rootPackage)
      ? { packages: { ...packages, "": { ...rootPackage, version } } }
      : {};
  return printWithKeys({ value: lock, text }, { version, ...keys });
}

/** A changeset is named after its content, so that the same update writes the same file. */
async function planChangeset(
  { value }: Manifest,
  { folder, bump, sections }: Extract<Release, { kind: "changeset" }>,
): Promise<FileChange> {
  const text = `---\n${JSON.stringify(String(value["name"]))}: ${bump}\n---\n\n${sections}\n`;
  const digest = createHash("sha256").update(text).digest("hex").slice(0, 8);
  return readChange(join(folder, `typewire-${digest}.md`), () => text);
}

/** Brings pages that nobody has edited up to date. */
async function planPages(
  manifest: Manifest,
  { model, paths }: SdkChange,
  out: string,
): Promise<PackageChange> {
  const { stale, edited } = await findPageChanges(manifest, out, model, paths);
  const changes = stale.map(({ path, text, before }) => ({
    path: join(manifest.project, path),
    before,
    after: text,
  }));
  const warnings = edited.map(
    (path) => `${path}: edited by hand, and kept with examples of the earlier schema.`,
  );
  return { changes, warnings };
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

/** Changes of the package, and lines about pages that stay as they are. */
export interface PackageChange {
  readonly changes: readonly FileChange[];
  readonly warnings: readonly string[];
}
