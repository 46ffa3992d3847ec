/** Reads the descriptions of an SDK that have changed since its last update. */
import { resolve } from "node:path";
import { readNamedFile } from "../../codegen/files/description-files.js";
import {
  fetchDescription,
  type FetchedDescription,
  loadFetched,
} from "../../codegen/files/read-description.js";
import type {
  DescriptionFile,
  DescriptionOrigin,
  LoadedDescription,
} from "../../codegen/import/import.js";
import {
  findPredecessorOf,
  type KnownDescription,
  listKnownDescriptions,
} from "../../codegen/import/merge/successor.js";
import { readNamesFile } from "../../codegen/import/names/names-file.js";
import type { NamesFile } from "../../codegen/import/names/types.js";
import { toKeptPath } from "../../codegen/read/descriptions.js";
import type { SchemaFile } from "../../codegen/read-schema.js";
import { CommandError } from "../io/errors.js";
import type { CliIo } from "../io/io.js";
import { describeOrigin, digestDescription } from "../io/origin.js";
import { describeOther, describeUnreadable } from "./refusals.js";
import { type ChosenSource, chooseSources, showPath } from "./sources.js";
import type { DescriptionChoice } from "./types.js";

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
  const isNamed = choice.from !== undefined && choice.from.length > 0;
  const remembered = isNamed ? undefined : `${showPath(choice.schema, io)}/import.yaml`;
  const next: NextDescription[] = [];
  for (const source of sources) {
    const changed = await readNext(source, { choice, files, io }).catch((error: unknown) => {
      if (error instanceof CommandError) throw error;
      throw describeUnreadable(error, source.shown, remembered);
    });
    if (changed !== undefined) next.push(changed);
  }
  return { sources: sources.map(({ shown }) => shown), next };
}

/** Returns `undefined` for a description that is the same as at the last update. */
async function readNext(
  source: ChosenSource,
  update: Update,
): Promise<NextDescription | undefined> {
  const fetched = await fetchDescription(source.from, update.io);
  const [first, ...others] = source.candidates;
  const successor =
    first !== undefined && others.length === 0
      ? await loadSuccessorOf(first, fetched, source, update)
      : await loadSuccessor(fetched, source, update);
  if (successor === undefined) return undefined;
  const { known, inputs, description } = successor;
  // Only now it is known which further files the description refers to, and the digest has them.
  const digestOfAll = digestInputs(inputs);
  if (isUnchanged(known, inputs.origin, digestOfAll, update)) return undefined;
  return {
    shown: source.shown,
    label: known.label,
    isForced: update.choice.label !== undefined,
    description,
    origin: { ...inputs.origin, digest: digestOfAll },
    ...(inputs.names && { names: readNamesFile(inputs.names) }),
  };
}

// ---- The description before, whose overlays and names are used again

/** Loads the next version of the only candidate; `undefined` if its digest shows already that it has not changed. */
async function loadSuccessorOf(
  known: KnownDescription,
  fetched: FetchedDescription,
  source: ChosenSource,
  update: Update,
): Promise<Successor | undefined> {
  const inputs = await readInputs(known, fetched, source, update);
  // Equal to the one of the last update if the description is a single file, as most are: it need not be parsed.
  const digestBeforeLoading = digestInputs(inputs);
  if (isUnchanged(known, inputs.origin, digestBeforeLoading, update)) return undefined;
  const description = await loadFetched(inputs.fetched);
  if (update.choice.label === undefined) expectPredecessor(description, source, update);
  return { known, inputs, description };
}

/** Loads the next version of one of several candidates: its title and address tell which one. */
async function loadSuccessor(
  fetched: FetchedDescription,
  source: ChosenSource,
  update: Update,
): Promise<Successor> {
  const plain = await loadFetched(fetched);
  const known = findPredecessor(plain, source, update);
  const inputs = await readInputs(known, fetched, source, update);
  const hasOverlays = inputs.fetched.overlays.length > 0;
  return { known, inputs, description: hasOverlays ? await loadFetched(inputs.fetched) : plain };
}

/** @throws CommandError for a description that is the next version of no candidate. */
function expectPredecessor(
  description: LoadedDescription,
  source: ChosenSource,
  update: Update,
): void {
  findPredecessor(description, source, update);
}

/** @throws CommandError as {@link expectPredecessor} does. */
function findPredecessor(
  description: LoadedDescription,
  { shown, candidates }: ChosenSource,
  { files }: Update,
): KnownDescription {
  const found = findPredecessorOf(description, files, candidates);
  if (found.kind === "other") throw describeOther(shown, found.reason, candidates);
  const known = candidates.find(({ label }) => label === found.label);
  if (known === undefined) throw new Error(`${found.label} is no candidate.`);
  return known;
}

/** Adds overlays and names to a description: those of the choice, or else those that are remembered. */
async function readInputs(
  { origin }: KnownDescription,
  fetched: FetchedDescription,
  { from }: ChosenSource,
  { choice }: Update,
): Promise<ImportInputs> {
  const toFile = (remembered: string): string => resolve(choice.schema, remembered);
  const overlayPaths = choice.overlays ?? origin.overlays?.map(toFile) ?? [];
  const namesPath = choice.names ?? (origin.names === undefined ? undefined : toFile(origin.names));
  const names = namesPath === undefined ? undefined : await readNamedFile(namesPath);
  const overlays: DescriptionFile[] = [];
  for (const path of overlayPaths) overlays.push(await readNamedFile(path));
  return {
    fetched: { ...fetched, overlays },
    names,
    origin: describeOrigin({ ...choice, overlays: overlayPaths, names: namesPath }, from),
  };
}

// ---- Changes

/**
 * Compares with the last update: the same content from the same place, which the folder has kept if it should.
 * @param digest The digest of the content.
 */
function isUnchanged(
  { label, origin }: KnownDescription,
  { source }: DescriptionOrigin,
  digest: string,
  { choice, files }: Update,
): boolean {
  if (choice.isAgain) return false;
  const isSamePlace = source === undefined || source === origin.source;
  if (!isSamePlace || digest !== origin.digest) return false;
  return !choice.keep || files.some(({ path }) => path === toKeptPath(label));
}

/** Digest of an import. Before the description is loaded, it lacks the files that the description refers to. */
function digestInputs({ fetched, names }: ImportInputs): string {
  return digestDescription(fetched, names?.text);
}

// ---- Types

/** The update that descriptions are read for. */
interface Update {
  readonly choice: DescriptionChoice;
  /** The schema folder as it is. */
  readonly files: readonly SchemaFile[];
  readonly io: CliIo;
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

/** A loaded description, and the one that it is the next version of. */
interface Successor {
  readonly known: KnownDescription;
  readonly inputs: ImportInputs;
  readonly description: LoadedDescription;
}

/** All files on which an import depends. */
interface ImportInputs {
  /** The description with its overlays. */
  readonly fetched: FetchedDescription;
  /** Not yet parsed. */
  readonly names: DescriptionFile | undefined;
  /** Where they come from, without the digest. */
  readonly origin: DescriptionOrigin;
}
