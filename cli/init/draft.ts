/**
 * The schema folder of a new package, before anything is written: from descriptions, or the starter
 * service.
 */
import {
  fetchDescription,
  loadFetched,
  readNamedFile,
} from "../../codegen/files/read-description.js";
import { ImportError, type LoadedDescription } from "../../codegen/import/model/description.js";
import {
  type DescriptionOrigin,
  importAll,
  type ImportResult,
  listReadable,
} from "../../codegen/import/import.js";
import { readNamesFile } from "../../codegen/import/names/names-file.js";
import { isMap, itemsOf } from "../../codegen/model/json.js";
import { NO_MEMO } from "../../codegen/model/memo.js";
import type { SchemaModel } from "../../codegen/model/model.js";
import { readSchema, type SchemaFile } from "../../codegen/read-schema.js";
import { CommandError, explainComplaints, explainError } from "../io/errors.js";
import { type CliIo, locate, withProgress } from "../io/io.js";
import { locateSource } from "../io/paths.js";
import { pointToMeta } from "../io/project.js";
import { describeOrigin, digestDescription } from "../io/origin.js";
import { signsId } from "./answers.js";
import { namesService, toServiceName, toServiceTitle } from "./package-name.js";
import { createStarter } from "./starter.js";
import { renameService, readVendorFile, VENDOR_FILE } from "./vendor-draft.js";
import type { Answers, OpenQuestions, SchemaDraft } from "./types.js";

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

/** Reads descriptions with their overlays, and the file of names, which is for all of them. */
async function readDescriptions(sources: readonly string[], files: ImportFiles, io: CliIo) {
  const namesPath = files.names === undefined ? undefined : locate(io, files.names);
  const overlays = (files.overlay ?? []).map((overlay) => locate(io, overlay));
  const namesFile =
    namesPath === undefined ? undefined : await explainReading(() => readNamedFile(namesPath));
  const names = namesFile && (await explainReading(() => readNamesFile(namesFile)));
  const descriptions: LoadedDescription[] = [];
  const origins: DescriptionOrigin[] = [];
  for (const source of sources) {
    const place = locateSource(io, source);
    const [description, digest] = await withProgress(io, `Reading ${source}`, () =>
      explainReading(async () => {
        const fetched = await fetchDescription(place, io, overlays);
        const loaded = await loadFetched(fetched);
        return [loaded, digestDescription(fetched, namesFile?.text)] as const;
      }),
    );
    const origin = describeOrigin({ schema: files.schema, overlays, names: namesPath }, place);
    descriptions.push(description);
    origins.push({ ...origin, digest });
  }
  return { descriptions, origins, names };
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

/** Lists the facts that a draft lacks. */
export function listQuestions(draft: SchemaDraft, model: SchemaModel): OpenQuestions {
  const { webhooks, baseUrl } = readVendorFile(draft.files);
  const unanswered = new Set(model.todos.map(({ path }) => String(path.at(-1))));
  if (model.hasRoutes && baseUrl === undefined) unanswered.add("baseUrl");
  if (isMap(webhooks) && webhooks["delivery"] === undefined && !signsId(webhooks["signature"])) {
    unanswered.add("delivery");
  }
  return { unanswered, servers: draft.servers, headers: listHeaders(draft.files) };
}

/** Reads the names of declared headers from the comment that an import writes. */
function listHeaders(files: readonly SchemaFile[]): readonly string[] {
  const text = files.find(({ path }) => path === VENDOR_FILE)?.text ?? "";
  const list = /^ *# The API description declares these headers: (.*)$/m.exec(text)?.[1];
  return list?.split(", ") ?? [];
}

async function explainReading<Result>(read: () => Promise<Result> | Result): Promise<Result> {
  try {
    return await read();
  } catch (error) {
    throw new CommandError(`${explainError(error)}\nNothing was written.`);
  }
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

/** Where descriptions are imported to, and files that change how. */
interface ImportFiles {
  /** The schema folder, for the file system. */
  readonly schema: string;
  readonly names?: string | undefined;
  /** Overlays, which are applied to each description. */
  readonly overlay?: readonly string[];
  /** Keeps the descriptions themselves, for the output `paths`. */
  readonly keep?: boolean;
  /** Path from the schema folder to the JSON Schemas for editors. Default: that of a made package. */
  readonly meta?: string;
}
