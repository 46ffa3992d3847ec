/** Makes the files of a new package. Nothing is written. */
import { posix } from "node:path";
import { generate, type GeneratedFile } from "../../codegen/generate.js";
import { listKnownDescriptions } from "../../codegen/import/merge/successor.js";
import type { SchemaModel } from "../../codegen/model/model.js";
import { type CliIo, withProgress } from "../io/io.js";
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
import { printMaintainerPage, printPages } from "../package/pages/pages.js";
import { describeProject } from "../package/project.js";
import { printWorkflows } from "../workflows/workflows.js";
import { readDraft } from "./draft.js";
import type { SchemaDraft } from "./types.js";

/** Makes the files of a package, with paths inside it. */
export async function makePackage(
  draft: SchemaDraft,
  facts: NewPackageFacts,
  io: CliIo,
): Promise<NewPackage> {
  const model = readDraft(draft);
  const { memo } = draft;
  const { origin } = TYPEWIRE;
  const generated = await withProgress(io, "Generating", () => generate(model, memo, origin));
  const paths = new Set(generated.map(({ path }) => path));
  const has = (module: string): boolean => paths.has(`${module}.ts`);
  const workflows = facts.ci === undefined ? [] : printWorkflowsOf(draft, facts.name);
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
    ...draft.files.map(({ path, text }) => ({ path: `${FOLDERS.schema}/${path}`, text })),
    ...generated.map(({ path, text }) => ({ path: posix.join(FOLDERS.out, path), text })),
    { path: "package.json", text: manifest },
    ...FIXED_FILES,
    ...printLicense(facts, today.getFullYear()),
    printChangelog(model, today.toISOString().slice(0, 10)),
    ...(await printPages(page, memo)),
    await printMaintainerPage(facts.name),
    ...workflows,
  ];
  return { files, model };
}

const FIXED_FILES: readonly GeneratedFile[] = [
  { path: "tsconfig.json", text: TSCONFIG },
  { path: ".attw.json", text: ATTW_SETTINGS },
  { path: ".editorconfig", text: EDITORCONFIG },
  { path: ".gitattributes", text: GITATTRIBUTES },
  { path: ".gitignore", text: GITIGNORE },
];

function printWorkflowsOf({ files }: SchemaDraft, packageName: string): readonly GeneratedFile[] {
  const hasDescription = listKnownDescriptions(files).length > 0;
  return printWorkflows({ packageName, branch: "main", hasDescription });
}

function listKeywords({ vendor, routes, events }: SchemaModel): readonly string[] {
  const parts = [
    ...(routes.length > 0 ? ["api", "client"] : []),
    ...(events.length > 0 ? ["webhooks"] : []),
  ];
  return [...new Set([vendor.name, ...parts, "sdk", "typescript"])];
}

/** Facts of a package that neither its schema nor its code has. */
interface NewPackageFacts extends Omit<PackageFacts, "description" | "exports" | "keywords"> {
  /** The service whose workflows are written. */
  readonly ci?: string | undefined;
}

interface NewPackage {
  readonly files: readonly GeneratedFile[];
  readonly model: SchemaModel;
}
