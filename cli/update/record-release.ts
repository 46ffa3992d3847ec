/** Records a release in the files of a package: in the changelog and in lock files, or in a changeset. */
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { FileChange } from "../../codegen/files/change-files.js";
import { isMissing } from "../../codegen/files/system-errors.js";
import { isMap } from "../../codegen/model/json.js";
import { type Manifest, printWithKeys } from "../package/manifest.js";
import { addToChangelog } from "./changelog.js";
import type { Release } from "./release.js";

/** Lists the files that record a release, beside `package.json`. */
export async function recordRelease(
  manifest: Manifest,
  release: Release,
): Promise<readonly FileChange[]> {
  if (release.kind === "none") return [];
  if (release.kind === "changeset") return [await addChangeset(manifest, release)];
  const changes = [
    await addChangelogEntry(manifest, release),
    ...(await Promise.all(LOCK_FILES.map((file) => changeLockFile(file, manifest, release)))),
  ];
  return changes.filter(({ before, after }) => before !== after);
}

const LOCK_FILES = ["package-lock.json", "npm-shrinkwrap.json"] as const;

/** A changeset is named after its content, so that the same update writes the same file. */
async function addChangeset(
  { value }: Manifest,
  { folder, bump, sections }: ReleaseOf<"changeset">,
): Promise<FileChange> {
  const text = `---\n${JSON.stringify(String(value["name"]))}: ${bump}\n---\n\n${sections}\n`;
  const digest = createHash("sha256").update(text).digest("hex").slice(0, 8);
  return readChange(join(folder, `typewire-${digest}.md`), () => text);
}

function addChangelogEntry(
  { project }: Manifest,
  { version, sections }: ReleaseOf<"version">,
): Promise<FileChange> {
  const date = new Date().toISOString().slice(0, 10);
  return readChange(join(project, "CHANGELOG.md"), (text) =>
    addToChangelog(text, { version, date, sections }),
  );
}

function changeLockFile(
  file: string,
  { project, value }: Manifest,
  { version }: ReleaseOf<"version">,
): Promise<FileChange> {
  return readChange(join(project, file), (text) =>
    text === undefined ? undefined : withLockedVersion(text, value["version"], version),
  );
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

/** Reads a file, and edits its text; `undefined` stands for a file that there is not. */
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

type ReleaseOf<Kind extends Release["kind"]> = Extract<Release, { readonly kind: Kind }>;
