/** Changes of a package that go with an update of its SDK: manifest, record of the release, and pages. */
import { join, resolve } from "node:path";
import type { FileChange } from "../../codegen/files/change-files.js";
import { compareExports } from "../package/exports.js";
import { type Manifest, printWithKeys } from "../package/manifest.js";
import { findPageChanges } from "../package/pages/page-changes.js";
import { recordRelease } from "./record-release.js";
import type { Release } from "./release.js";
import type { SdkChange } from "./types.js";

/** Lists the changes of the package that go with those of its SDK. */
export async function planPackage(
  manifest: Manifest,
  release: Release,
  change: SdkChange,
  out: string,
): Promise<PackageChange> {
  const pages = await planPages(manifest, change, out);
  const recorded = await recordRelease(manifest, release);
  const changes = [...planManifest(manifest, release, change, out), ...recorded, ...pages.changes];
  return { changes, warnings: pages.warnings };
}

/** Writes the version and the entry points into `package.json`, if they differ. */
function planManifest(
  manifest: Manifest,
  release: Release,
  { paths }: SdkChange,
  out: string,
): readonly FileChange[] {
  const exports = compareExports(manifest, resolve(out), paths)?.exports;
  const keys = {
    ...(release.kind === "version" && { version: release.version }),
    ...(exports && { exports }),
  };
  // Values are compared, because somebody may have formatted the file in another way than it is printed here.
  const isSame = JSON.stringify({ ...manifest.value, ...keys }) === JSON.stringify(manifest.value);
  if (isSame) return [];
  const path = join(manifest.project, "package.json");
  return [{ path, before: manifest.text, after: printWithKeys(manifest, keys) }];
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

/** Changes of the package, and lines about pages that stay as they are. */
export interface PackageChange {
  readonly changes: readonly FileChange[];
  readonly warnings: readonly string[];
}
