/**
 * The schema folder of a new package, before anything is written: from descriptions, or the starter
 * service.
 */
import { ImportError, type LoadedDescription } from "../../codegen/import/model/description.js";
import { importAll, type ImportResult, listReadable } from "../../codegen/import/import.js";
import { isMap, itemsOf } from "../../codegen/model/json.js";
import { NO_MEMO } from "../../codegen/model/memo.js";
import type { SchemaModel } from "../../codegen/model/model.js";
import { readSchema, type SchemaFile } from "../../codegen/read-schema.js";
import { CommandError, explainComplaints } from "../io/errors.js";
import { type CliIo, withProgress } from "../io/io.js";
import { pointToMeta } from "../io/project.js";
import { namesService, toServiceName, toServiceTitle } from "./package-name.js";
import { type ImportFiles, readDescriptions } from "./read-descriptions.js";
import { createStarter } from "./starter.js";
import { renameService, readVendorFile } from "./vendor-draft.js";
import type { Answers, SchemaDraft } from "./types.js";

/** Address of the JSON Schemas for editors, seen from the schema folder of a made package. */
const META_FOLDER = "../node_modules/typewire-cli/meta";

/** Drafts the folder of the starter service. Its payloads have the fields that the answers name. */
export function draftStarter(packageName: string, { event, delivery }: Answers = {}): SchemaDraft {
  const paths = [event, delivery].flatMap((source) =>
    source && "body" in source ? [source.body] : [],
  );
  const starter = createStarter(toServiceName(packageName), toServiceTitle(packageName), paths);
  const files = starter.map((file) => pointToMeta(file, META_FOLDER));
  return { files, notes: [], allNotes: [], losses: [], servers: [], known: new Map() };
}

/**
 * Imports descriptions one after the other. The first of several facts wins. Names the service after the
 * package, because a title makes poor identifiers.
 * @throws CommandError for a description that cannot be imported.
 */
export async function draftImports(
  sources: readonly string[],
  packageName: string,
  io: CliIo,
  files: ImportFiles,
): Promise<SchemaDraft> {
  const { descriptions, origins, names } = await readDescriptions(sources, files, io);
  const options = { ...(names && { names }), ...(files.keep && { keep: files.keep }) };
  const results = await withProgress(io, "Importing", () =>
    explainImport(() => importAll(descriptions, [], options, origins)),
  );
  const imported = results.at(-1);
  const folder = (imported?.folder ?? []).map((file) =>
    pointToMeta(file, files.meta ?? META_FOLDER),
  );
  const title = chooseTitle(folder, packageName);
  return {
    files: renameService(folder, toServiceName(packageName), title.title),
    notes: [...listNotes(results, "notes", sources), ...title.notes],
    allNotes: [...listNotes(results, "allNotes", sources), ...title.notes],
    losses: results.flatMap(({ summary }) => summary ?? []),
    servers: [...new Set(descriptions.flatMap(listServers))],
    known: imported === undefined ? new Map() : listReadable(imported),
  };
}

/** Lists the notes of imports, below the source of each if there are several. */
function listNotes(
  results: readonly ImportResult[],
  key: "notes" | "allNotes",
  sources: readonly string[],
): readonly string[] {
  return results.flatMap((result, index) => {
    const lines = [...(result.summary === undefined ? [] : [result.summary]), ...result[key]];
    return sources.length > 1 ? [`${sources[index] ?? ""}:`, ...lines] : lines;
  });
}

/** @throws CommandError with every complaint about the draft. */
export function readDraft({ files, known }: SchemaDraft): SchemaModel {
  return explainImport(() => readSchema(files, NO_MEMO, known));
}

/** Lists the addresses without variables. */
function listServers({ root }: LoadedDescription): readonly string[] {
  const urls = itemsOf(root["servers"]).map((server) =>
    isMap(server) ? server["url"] : undefined,
  );
  return urls.flatMap((url) =>
    typeof url === "string" && /^https?:[^{}]+$/.test(url) ? [url.replace(/\/+$/, "")] : [],
  );
}

/** Chooses the title of the description, or of the package if that title names no service. */
function chooseTitle(
  files: readonly SchemaFile[],
  packageName: string,
): { readonly title: string; readonly notes: readonly string[] } {
  const vendorTitle = readVendorFile(files)["title"];
  const described = typeof vendorTitle === "string" ? vendorTitle : "";
  if (namesService(described)) return { title: described, notes: [] };
  const title = toServiceTitle(packageName);
  const note = `Called ${title} in texts, after the package: the title ${JSON.stringify(described)} names no service. To change it: \`title\` in schema/vendor.yaml.`;
  return { title, notes: [note] };
}

function explainImport<Result>(work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof ImportError)) {
      throw explainComplaints(error, "schema", ". Nothing was written.");
    }
    throw new CommandError(`${error.message}\nNothing was written.`);
  }
}
