/** Writes the files of a new package, each as soon as it is made. */
import { posix } from "node:path";
import { type GeneratedFile, generateEach } from "../../codegen/generate.js";
import { listKnownDescriptions } from "../../codegen/import/merge/successor.js";
import { NO_MEMO } from "../../codegen/model/memo.js";
import type { SchemaModel } from "../../codegen/model/model.js";
import { FOLDERS, TYPEWIRE } from "../io/tool.js";
import { listExports } from "../package/exports.js";
import { printChangelog } from "../package/pages/changelog.js";
import { printLicense } from "../package/pages/license.js";
import { type PackageFacts, printManifest } from "../package/manifest.js";
import {
  ATTW_SETTINGS,
  EDITORCONFIG,
  GITATTRIBUTES,
  GITIGNORE,
  TSCONFIG,
} from "../package/fixed-files.js";
import { printContributing } from "../package/pages/contributing.js";
import { printPages } from "../package/pages/pages.js";
import { describeProject } from "../package/project.js";
import { printWorkflows } from "../workflows/workflows.js";
import { readDraft } from "./draft.js";
import type { WriteFile } from "./write-package.js";
import type { SchemaDraft } from "./types.js";

/**
 * Writes the schema folder of a draft, and returns what the rest of the package is made of: the texts of descriptions
 * and of their YAML are large, and nothing holds them when the code is generated.
 */
export async function writeSchema(
  draft: SchemaDraft,
  { ci }: Pick<NewPackageFacts, "ci">,
  write: WriteFile,
): Promise<WrittenSchema> {
  const { files, notes, allNotes } = draft;
  const model = readDraft(draft);
  for (const { path, text } of files) await write({ path: `${FOLDERS.schema}/${path}`, text });
  // Only workflows and their hints need them.
  const descriptions = ci === undefined ? [] : listKnownDescriptions(files);
  return { model, notes, allNotes, descriptions };
}

/** Writes all files of a package but those of its schema folder. */
export async function writeCode(
  { model, descriptions }: WrittenSchema,
  facts: NewPackageFacts,
  write: WriteFile,
): Promise<void> {
  const paths = new Set<string>();
  for await (const { path, text } of generateEach(model, NO_MEMO, TYPEWIRE.origin)) {
    paths.add(path);
    await write({ path: posix.join(FOLDERS.out, path), text });
  }
  const has = (module: string): boolean => paths.has(`${module}.ts`);
  const hasDescription = descriptions.length > 0;
  const workflows =
    facts.ci === undefined
      ? []
      : printWorkflows({ packageName: facts.name, branch: "main", hasDescription });
  const project = describeProject(
    { ...facts.repository },
    workflows.map(({ path }) => posix.basename(path)),
  );
  const page = { packageName: facts.name, model, has, project };
  const manifest = printManifest({
    ...facts,
    description: `A typed client for ${model.vendor.title}.`,
    keywords: listKeywords(model),
    exports: { ...listExports(FOLDERS.out, paths), "./package.json": "./package.json" },
  });
  const today = new Date();
  const files: readonly GeneratedFile[] = [
    { path: "package.json", text: manifest },
    ...FIXED_FILES,
    ...printLicense(facts, today.getFullYear()),
    printChangelog(model, today.toISOString().slice(0, 10)),
    ...(await printPages(page)),
    await printContributing(facts.name),
    ...workflows,
  ];
  for (const file of files) await write(file);
}

const FIXED_FILES: readonly GeneratedFile[] = [
  { path: "tsconfig.json", text: TSCONFIG },
  { path: ".attw.json", text: ATTW_SETTINGS },
  { path: ".editorconfig", text: EDITORCONFIG },
  { path: ".gitattributes", text: GITATTRIBUTES },
  { path: ".gitignore", text: GITIGNORE },
];

function listKeywords({ vendor, routes, events }: SchemaModel): readonly string[] {
  const parts = [
    ...(routes.length > 0 ? ["api", "client"] : []),
    ...(events.length > 0 ? ["webhooks"] : []),
  ];
  return [...new Set([vendor.name, ...parts, "sdk", "typescript"])];
}

/** Facts of a package that neither its schema nor its code has. */
export interface NewPackageFacts extends Omit<
  PackageFacts,
  "description" | "exports" | "keywords"
> {
  /** The service whose workflows are written. */
  readonly ci?: string | undefined;
}

/** A schema folder that is written, and what a new package needs of its draft. */
export interface WrittenSchema extends Pick<SchemaDraft, "notes" | "allNotes"> {
  readonly model: SchemaModel;
  /** The descriptions that it comes from. */
  readonly descriptions: ReturnType<typeof listKnownDescriptions>;
}
