/** Generates the code of an update, and lists the files that change. Nothing is written. */
import { resolve } from "node:path";
import type { FileChange } from "../../codegen/files/change-files.js";
import { readFolder } from "../../codegen/files/folders.js";
import { compareOutput } from "../../codegen/files/output-differences.js";
import { generate, type GeneratedFile } from "../../codegen/generate.js";
import type { Memo } from "../../codegen/model/memo.js";
import type { SchemaFile } from "../../codegen/read-schema.js";
import { type CliIo, toolOf, withProgress } from "../io/io.js";
import { expectNoLinks, expectNotBlocked } from "../service/output-folder.js";
import type { ImportedUpdate, SdkChange, SdkRequest } from "./types.js";

/** Generates the code of an update, and lists all files that differ. */
export async function generateNext(
  update: ImportedUpdate,
  { schema, out }: SdkRequest,
  io: CliIo,
  memo: Memo,
): Promise<SdkChange> {
  const { model, present, folder } = update;
  const { origin } = toolOf(io);
  const generated = await withProgress(io, "Generating", () => generate(model, memo, origin));
  await expectNoLinks(out);
  const texts = await readFolder(out);
  const differences = compareOutput(generated, texts);
  expectNotBlocked(differences, out);
  const schemaChanges = listChanges(schema, present, folder);
  const outputChanges = [
    ...[...differences.missing, ...differences.stale].map(({ path, text }) =>
      changeOf(out, path, texts.get(path), text),
    ),
    ...differences.extra.map((path) => changeOf(out, path, texts.get(path), undefined)),
  ];
  return {
    ...update,
    kind: "changed",
    changes: [...schemaChanges, ...outputChanges],
    isOutputChanged: outputChanges.length > 0,
    paths: new Set(generated.map(({ path }) => path)),
  };
}

function listChanges(
  root: string,
  before: readonly SchemaFile[],
  after: readonly GeneratedFile[],
): readonly FileChange[] {
  const present = new Map(before.map(({ path, text }) => [path, text]));
  const kept = new Set(after.map(({ path }) => path));
  return [
    ...after
      .filter(({ path, text }) => present.get(path) !== text)
      .map(({ path, text }) => changeOf(root, path, present.get(path), text)),
    ...before
      .filter(({ path }) => !kept.has(path))
      .map(({ path, text }) => changeOf(root, path, text, undefined)),
  ];
}

function changeOf(
  root: string,
  path: string,
  before: string | undefined,
  after: string | undefined,
): FileChange {
  return { path: resolve(root, path), before, after };
}

/** The line of a digest in `import.yaml`. */
const DIGEST_LINE = /^\s+digest:.*\n/gm;

/** True if all that changes are digests of descriptions, which are not worth a change of their own. */
export function changesDigestsAlone(changes: readonly FileChange[], schema: string): boolean {
  const file = resolve(schema, "import.yaml");
  return changes.every(
    ({ path, before = "", after = "" }) =>
      path === file && before.replace(DIGEST_LINE, "") === after.replace(DIGEST_LINE, ""),
  );
}
