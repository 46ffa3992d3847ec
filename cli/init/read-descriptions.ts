/** Reads the descriptions of a new package, and where each comes from, as its schema folder remembers it. */
import { readNamedFile } from "../../codegen/files/description-files.js";
import { fetchDescription, loadFetched } from "../../codegen/files/read-description.js";
import type { DescriptionOrigin, LoadedDescription } from "../../codegen/import/import.js";
import { readNamesFile } from "../../codegen/import/names/names-file.js";
import type { NamesFile } from "../../codegen/import/names/types.js";
import { CommandError, explainError } from "../io/errors.js";
import { type CliIo, locate, withProgress } from "../io/io.js";
import { describeOrigin, digestDescription } from "../io/origin.js";
import { locateSource } from "../io/paths.js";

/**
 * Reads descriptions with their overlays, and the file of names, which is for all of them.
 * @throws CommandError for a file that cannot be read.
 */
export async function readDescriptions(
  sources: readonly string[],
  files: ImportFiles,
  io: CliIo,
): Promise<ReadDescriptions> {
  const inputs = await readInputs(files, io);
  const descriptions: LoadedDescription[] = [];
  const origins: DescriptionOrigin[] = [];
  for (const source of sources) {
    const { description, origin } = await withProgress(io, `Reading ${source}`, () =>
      explainReading(() => readOne(source, inputs, io)),
    );
    descriptions.push(description);
    origins.push(origin);
  }
  return { descriptions, origins, names: inputs.names };
}

/** Finds the files that go with each description, and reads that of names. */
async function readInputs(files: ImportFiles, io: CliIo): Promise<Inputs> {
  const { schema } = files;
  const overlays = (files.overlay ?? []).map((overlay) => locate(io, overlay));
  if (files.names === undefined) return { places: { schema, overlays } };
  const path = locate(io, files.names);
  const file = await explainReading(() => readNamedFile(path));
  const names = await explainReading(() => readNamesFile(file));
  return { places: { schema, overlays, names: path }, names, namesText: file.text };
}

async function readOne(
  source: string,
  { places, namesText }: Inputs,
  io: CliIo,
): Promise<ReadDescription> {
  const place = locateSource(io, source);
  const fetched = await fetchDescription(place, io, places.overlays);
  const description = await loadFetched(fetched);
  // Only a loaded description knows the files that it refers to, which the digest covers.
  const digest = digestDescription(fetched, namesText);
  return { description, origin: { ...describeOrigin(places, place), digest } };
}

async function explainReading<Result>(read: () => Promise<Result> | Result): Promise<Result> {
  try {
    return await read();
  } catch (error) {
    throw new CommandError(`${explainError(error)}\nNothing was written.`);
  }
}

// ---- Types

/** Where descriptions are imported to, and files that change how. */
export interface ImportFiles {
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

/** Descriptions that are read, and where each comes from, in the same order. */
interface ReadDescriptions {
  readonly descriptions: readonly LoadedDescription[];
  readonly origins: readonly DescriptionOrigin[];
  readonly names: NamesFile | undefined;
}

interface ReadDescription {
  readonly description: LoadedDescription;
  readonly origin: DescriptionOrigin;
}

/** Files that go with each description. */
interface Inputs {
  /** Their paths for the file system, and that of the schema folder. */
  readonly places: {
    readonly schema: string;
    readonly overlays: readonly string[];
    readonly names?: string;
  };
  readonly names?: NamesFile;
  readonly namesText?: string;
}
