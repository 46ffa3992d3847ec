/**
 * The schema folder of a new package, before anything is written: from descriptions, or the starter
 * service.
 */
import { parse } from "yaml";
import {
  fetchDescription,
  loadFetched,
  readNamedFile,
} from "../../codegen/files/read-description.js";
import { ImportError, type LoadedDescription } from "../../codegen/import/model/description.js";
import { type DescriptionOrigin, importAll } from "../../codegen/import/import.js";
import { readNamesFile } from "../../codegen/import/names/names-file.js";
import { entriesOf, isMap, itemsOf } from "../../codegen/model/json.js";
import { createMemo, type Memo } from "../../codegen/model/memo.js";
import type { SchemaModel } from "../../codegen/model/model.js";
import { readSchema, type SchemaFile } from "../../codegen/read-schema.js";
import { CommandError, explainComplaints, messageOf } from "../io/errors.js";
import { type CliIo, locate, locateSource, withProgress } from "../io/io.js";
import { pointToMeta } from "../io/tool.js";
import { describeOrigin, digestDescription } from "../io/origin.js";
import { FIRST_VERSION } from "../package/manifest.js";
import { setKey } from "../package/vendor.js";
import { type Answers, type OpenQuestions, signsId } from "./answers.js";
import { namesService, toServiceName, toServiceTitle } from "./package-name.js";
import { createStarter } from "./starter.js";

/** Address of the JSON Schemas for editors, seen from the schema folder of a made package. */
const META_FOLDER = "../node_modules/typewire-cli/meta";

const VENDOR_FILE = "vendor.yaml";

/** A schema folder that is not written yet. */
export interface SchemaDraft {
  readonly files: readonly SchemaFile[];
  /** Losses and decisions of the imports, in short. */
  readonly notes: readonly string[];
  /** All of them, with every place. */
  readonly allNotes: readonly string[];
  /** The numbers of what was left out, in a line for each description that lost something. */
  readonly losses: readonly string[];
  /** Addresses in the descriptions. */
  readonly servers: readonly string[];
  /** Keeps the values of the files, so that they are not parsed again. */
  readonly memo: Memo;
}

/** Drafts the folder of the starter service. Its payloads have the fields that the answers name. */
export function draftStarter(packageName: string, { event, delivery }: Answers = {}): SchemaDraft {
  const paths = [event, delivery].flatMap((source) =>
    source && "body" in source ? [source.body] : [],
  );
  const starter = createStarter(toServiceName(packageName), toServiceTitle(packageName), paths);
  const files = starter.map((file) => pointToMeta(file, META_FOLDER));
  return { files, notes: [], allNotes: [], losses: [], servers: [], memo: createMemo() };
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
  const { schema, names: namesPath, keep } = files;
  const namesFile = namesPath === undefined ? undefined : locate(io, namesPath);
  const overlays = (files.overlay ?? []).map((overlay) => locate(io, overlay));
  const named =
    namesFile === undefined ? undefined : await orNothing(() => readNamedFile(namesFile));
  const names =
    named && (await orNothing(() => Promise.resolve().then(() => readNamesFile(named))));
  const descriptions: LoadedDescription[] = [];
  const origins: DescriptionOrigin[] = [];
  for (const source of sources) {
    const place = locateSource(io, source);
    const [description, digest] = await withProgress(io, `Reading ${source}`, () =>
      orNothing(async () => {
        const fetched = await fetchDescription(place, io, overlays);
        const loaded = await loadFetched(fetched);
        return [loaded, digestDescription(fetched, named?.text)] as const;
      }),
    );
    descriptions.push(description);
    origins.push({ ...describeOrigin({ schema, overlays, names: namesFile }, place), digest });
  }
  const memo = createMemo();
  const results = await withProgress(io, "Importing", () =>
    explain(() =>
      importAll(
        descriptions,
        [],
        { memo, ...(names && { names }), ...(keep && { keep }) },
        origins,
      ),
    ),
  );
  const folder = (results.at(-1)?.folder ?? []).map((file) =>
    pointToMeta(file, files.meta ?? META_FOLDER),
  );
  const listNotes = (key: "notes" | "allNotes"): readonly string[] =>
    results.flatMap((result, index) => {
      const lines = [...(result.summary === undefined ? [] : [result.summary]), ...result[key]];
      return sources.length > 1 ? [`${sources[index] ?? ""}:`, ...lines] : lines;
    });
  const servers = [...new Set(descriptions.flatMap(listServers))];
  const title = chooseTitle(folder, packageName);
  return {
    files: renameService(folder, toServiceName(packageName), title.title),
    notes: [...listNotes("notes"), ...title.notes],
    allNotes: [...listNotes("allNotes"), ...title.notes],
    losses: results.flatMap(({ summary }) => summary ?? []),
    servers,
    memo,
  };
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

async function orNothing<Result>(read: () => Promise<Result>): Promise<Result> {
  try {
    return await read();
  } catch (error) {
    throw new CommandError(`${messageOf(error)}\nNothing was written.`);
  }
}

function explain<Result>(work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof ImportError)) {
      throw explainComplaints(error, "schema", ". Nothing was written.");
    }
    throw new CommandError(`${error.message}\nNothing was written.`);
  }
}

/** @throws CommandError with every complaint about the draft. */
export function readDraft({ files, memo }: SchemaDraft): SchemaModel {
  return explain(() => readSchema(files, memo));
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

function renameService(
  files: readonly SchemaFile[],
  service: string,
  title: string,
): readonly SchemaFile[] {
  return editVendor(files, (text, vendor) => {
    const titled = vendor["title"] === title ? text : setKey(text, ["title"], title);
    const named = setKey(titled, ["name"], service);
    if (!isMap(vendor["webhooks"])) return named;
    return setKey(named, ["webhooks", "path"], `/api/${service}/webhooks`);
  });
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

/** Sets keys of `vendor.yaml` at the top level. */
export function addVendorKeys(
  draft: SchemaDraft,
  keys: Readonly<Record<string, unknown>>,
): SchemaDraft {
  const files = editVendor(draft.files, (text) =>
    Object.entries(keys).reduce((edited, [key, value]) => setKey(edited, [key], value), text),
  );
  return { ...draft, files };
}

export function nameClass(draft: SchemaDraft, className: string): SchemaDraft {
  return addVendorKeys(draft, { class: className });
}

/** Writes the name of the package for the `user-agent` of the client. */
export function nameClient(
  draft: SchemaDraft,
  name: string,
  className: string | undefined,
): SchemaDraft {
  const named = addVendorKeys(draft, { client: { name, version: FIRST_VERSION } });
  return className === undefined ? named : nameClass(named, className);
}

/**
 * Writes answers in the place of their `TODO`.
 * @throws CommandError for answers about webhooks of a service without any.
 */
export function applyAnswers(draft: SchemaDraft, answers: Answers): SchemaDraft {
  const { baseUrl, ...deliveries } = answers;
  const files = editVendor(draft.files, (text, { webhooks }) => {
    let edited = baseUrl === undefined ? text : setKey(text, ["baseUrl"], baseUrl);
    for (const [key, value] of entriesOf(deliveries)) {
      if (value === undefined) continue;
      if (!isMap(webhooks)) {
        throw new CommandError(
          `The description has no webhooks, so the answer about their ${key} has no use. ` +
            "Nothing was written. Leave it out, or add a description of the webhooks with --from.",
        );
      }
      edited = setKey(edited, ["webhooks", key], value);
    }
    return edited;
  });
  return { ...draft, files };
}

type VendorMap = Readonly<Record<string, unknown>>;

function editVendor(
  files: readonly SchemaFile[],
  edit: (text: string, vendor: VendorMap) => string,
): readonly SchemaFile[] {
  const vendor = readVendorFile(files);
  return files.map((file) =>
    file.path === VENDOR_FILE ? { ...file, text: edit(file.text, vendor) } : file,
  );
}

function readVendorFile(files: readonly SchemaFile[]): VendorMap {
  const file = files.find(({ path }) => path === VENDOR_FILE);
  const value: unknown = file === undefined ? undefined : parse(file.text);
  return isMap(value) ? value : {};
}
