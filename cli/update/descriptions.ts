/** The descriptions that an SDK is updated from: where they are, and whether they have changed. */
import { relative, resolve } from "node:path";
import {
  fetchDescription,
  type FetchedDescription,
  loadFetched,
  readNamedFile,
} from "../../codegen/files/read-description.js";
import type { DescriptionOrigin, LoadedDescription } from "../../codegen/import/import.js";
import {
  findPredecessorOf,
  type KnownDescription,
  listKnownDescriptions,
} from "../../codegen/import/merge/successor.js";
import { readNamesFile } from "../../codegen/import/names/names-file.js";
import type { NamesFile } from "../../codegen/import/names/types.js";
import { toKeptPath } from "../../codegen/read/descriptions.js";
import type { SchemaFile } from "../../codegen/read-schema.js";
import { CommandError, explainError, UsageError } from "../io/errors.js";
import type { CliIo } from "../io/io.js";
import { describeOrigin, digestDescription } from "../io/origin.js";
import { COMMAND } from "../io/tool.js";
import { toSlashes, isRemote, locateSource } from "../io/paths.js";

/** End of each message about an update that failed. */
export const NOTHING_CHANGED = "Nothing was changed.";

/**
 * Reads the descriptions that have changed since the last update.
 * @throws CommandError for one that cannot be read, or that belongs to another service.
 */
export async function readNextDescriptions(
  choice: DescriptionChoice,
  files: readonly SchemaFile[],
  io: CliIo,
): Promise<{ readonly sources: readonly string[]; readonly next: readonly NextDescription[] }> {
  const sources = chooseSources(choice, listKnownDescriptions(files), io);
  const next: NextDescription[] = [];
  for (const source of sources) {
    const changed = await readNext(source, choice, files, io).catch((error: unknown) => {
      throw error instanceof CommandError ? error : explainSource(error, source, choice, io);
    });
    if (changed !== undefined) next.push(changed);
  }
  return { sources: sources.map(({ shown }) => shown), next };
}

function chooseSources(
  { schema, from = [], label }: DescriptionChoice,
  known: readonly KnownDescription[],
  io: CliIo,
): readonly ChosenSource[] {
  if (known.length === 0)
    throw new CommandError(
      `${schema} was not made from a description, so there is none to update from. To take one over: ${COMMAND} import FILE. ${NOTHING_CHANGED}`,
    );
  const candidates = label === undefined ? known : known.filter((each) => each.label === label);
  if (candidates.length === 0) {
    const names = known.map((each) => each.label).join(", ");
    throw new UsageError(
      `The value of --label is ${String(label)}; expected a description of ${schema}/import.yaml: ${names}.`,
    );
  }
  if (from.length > 0)
    return from.map((each) => ({ from: locateSource(io, each), shown: each, candidates }));
  const remembered = candidates.flatMap((each) => {
    const { source } = each.origin;
    if (source === undefined) return [];
    const place = isRemote(source) ? source : resolve(schema, source);
    return [
      { from: place, shown: place === source ? source : showPath(place, io), candidates: [each] },
    ];
  });
  if (remembered.length > 0) return remembered;
  const titles = candidates.map(({ title, file }) => file || JSON.stringify(title)).join(" and ");
  throw new CommandError(
    `${schema} does not remember where ${titles} came from. Say it once, and later updates take it from there:\n` +
      `  ${COMMAND} update --from FILE|URL\n${NOTHING_CHANGED}`,
  );
}

function showPath(place: string, { cwd }: Pick<CliIo, "cwd">): string {
  return toSlashes(relative(cwd ?? ".", place));
}

/** Returns `undefined` for a description that is the same as at the last update. */
async function readNext(
  { from, shown, candidates }: ChosenSource,
  choice: DescriptionChoice,
  files: readonly SchemaFile[],
  io: CliIo,
): Promise<NextDescription | undefined> {
  const { label } = choice;
  const fetched = await fetchDescription(from, io);
  const isUnchanged = (settings: Settings, known: KnownDescription): boolean =>
    !choice.isAgain && isSame(settings, known) && (!choice.keep || isKept(known, files));
  // The overlays of a description before this one are applied before it is loaded. With several candidates, the title
  // and the address of the loaded description tell which one it follows.
  const only = candidates.length === 1 ? candidates[0] : undefined;
  const onlySettings = only && (await readSettings(only, fetched, choice, from));
  if (only && onlySettings && isUnchanged(onlySettings, only)) return undefined;
  const loaded = await loadFetched(onlySettings?.fetched ?? fetched);
  const predecessor =
    label === undefined
      ? findPredecessorOf(loaded, files, candidates)
      : { kind: "next" as const, label };
  if (predecessor.kind === "other") throw describeOther(shown, predecessor.reason, candidates);
  const known = candidates.find((each) => each.label === predecessor.label);
  const settings = onlySettings ?? (await readSettings(known, fetched, choice, from));
  // The digest needs the files that the description refers to, which loading has found.
  const description = settings.fetched === fetched ? loaded : await loadFetched(settings.fetched);
  const digest = digestDescription(settings.fetched, settings.names?.text);
  if (known !== undefined && isUnchanged({ ...settings, digest }, known)) return undefined;
  return {
    shown,
    label: predecessor.label,
    isForced: label !== undefined,
    description,
    origin: { ...settings.origin, digest },
    ...(settings.names && { names: readNamesFile(settings.names) }),
  };
}

type Settings = Awaited<ReturnType<typeof readSettings>>;

/** Adds overlays and names: those of the choice, or else those that are remembered. */
async function readSettings(
  known: KnownDescription | undefined,
  fetched: FetchedDescription,
  choice: DescriptionChoice,
  from: string,
) {
  const place = (path: string): string => resolve(choice.schema, path);
  const overlays = choice.overlays ?? known?.origin.overlays?.map(place) ?? [];
  const remembered = known?.origin.names;
  const namesFile = choice.names ?? (remembered === undefined ? undefined : place(remembered));
  const names = namesFile === undefined ? undefined : await readNamedFile(namesFile);
  const overlayFiles = [];
  for (const path of overlays) overlayFiles.push(await readNamedFile(path));
  const withOverlays = overlayFiles.length === 0 ? fetched : { ...fetched, overlays: overlayFiles };
  return {
    fetched: withOverlays,
    names,
    origin: describeOrigin({ ...choice, overlays, names: namesFile }, from),
    digest: digestDescription(withOverlays, names?.text),
  };
}

/** Compares with the last update: the same content from the same place. */
function isSame({ digest, origin }: Settings, known: KnownDescription): boolean {
  const isSamePlace = origin.source === undefined || origin.source === known.origin.source;
  return isSamePlace && digest === known.origin.digest;
}

/** Tells whether the folder has the description itself. */
function isKept({ label }: KnownDescription, files: readonly SchemaFile[]): boolean {
  return files.some(({ path }) => path === toKeptPath(label));
}

/** Adds to the error about a description where an update took it from, and how to take it from elsewhere. */
function explainSource(
  error: unknown,
  { shown }: ChosenSource,
  { from = [], schema }: DescriptionChoice,
  io: CliIo,
): CommandError {
  const how =
    from.length > 0
      ? ""
      : `\n${showPath(schema, io)}/import.yaml remembers ${shown}. If the description is elsewhere now: ${COMMAND} update --from FILE|URL`;
  return new CommandError(`${explainError(error)}${how}\n${NOTHING_CHANGED}`);
}

/** The error about a description that seems to be cut off, with the ways on. */
export function describeIncomplete(shown: string, reference: string, label: string): CommandError {
  return new CommandError(
    [
      `${shown} seems to be incomplete: it refers to ${reference}, which the version before had and this one lacks. ${NOTHING_CHANGED}`,
      "Try again, or tell the authors of the description.",
      `To take it as it is: ${COMMAND} update --from ${shown} --label ${label}`,
    ].join("\n"),
  );
}

/** The error about a description of another service, with the ways on. */
export function describeOther(
  shown: string,
  reason: string,
  candidates: readonly Pick<KnownDescription, "label">[],
): CommandError {
  return new CommandError(
    [
      `${shown} seems to describe another service: ${reason}. ${NOTHING_CHANGED}`,
      ...candidates.map(
        ({ label }) =>
          `If it is the next version of ${label} all the same: ${COMMAND} update --from ${shown} --label ${label}`,
      ),
      `To add it beside what is there: ${COMMAND} import ${shown}`,
    ].join("\n"),
  );
}

// ---- Types

/** The descriptions to take. */
export interface DescriptionChoice {
  /** The schema folder, for the file system. */
  readonly schema: string;
  /** Files, addresses, or `-`. Default: those that the schema folder remembers. */
  readonly from?: readonly string[];
  /** The description that it is the next version of, whatever its title and address. */
  readonly label?: string | undefined;
  /** Files, for the file system. Default: those that are remembered. */
  readonly overlays?: readonly string[] | undefined;
  readonly names?: string | undefined;
  /** Keeps the descriptions themselves, for the output `paths`. */
  readonly keep?: boolean;
  /** Imports descriptions that have not changed, too, for the notes about them. */
  readonly isAgain?: boolean;
}

/** A description to import. */
export interface NextDescription {
  /** As messages show it. */
  readonly shown: string;
  readonly label: string;
  /** True if a user said which description it follows. */
  readonly isForced: boolean;
  readonly description: LoadedDescription;
  readonly names?: NamesFile;
  readonly origin: DescriptionOrigin;
}

interface ChosenSource {
  /** A file, an address, or `-`. */
  readonly from: string;
  readonly shown: string;
  /** Descriptions that it can be the next version of. */
  readonly candidates: readonly KnownDescription[];
}
