/** Options and results of imports. */
import type { Json } from "../model/json.js";
import type { Memo } from "../model/memo.js";
import type { SchemaModel } from "../model/model.js";
import type { FileValues } from "../read/documents/read-document.js";
import type { SchemaFile } from "../read-schema.js";
import type { DescriptionOrigin } from "./merge/origins.js";
import type { NamesFile } from "./names/types.js";

export interface ImportResult {
  /** The imported files with their new text, including unchanged ones. */
  readonly files: readonly SchemaFile[];
  /** Losses, decisions and kept entries: a line for each kind, with its first locations. */
  readonly notes: readonly string[];
  /** The same with all locations and all ignored keywords. */
  readonly allNotes: readonly string[];
  /** The values of new files by path, so that these files need not be parsed. */
  readonly values: ReadonlyMap<string, Json>;
  /** The numbers of losses; absent if there are none. */
  readonly summary?: string;
  /** The paths of files that became empty. */
  readonly removed: readonly string[];
  /** A line about entries that `prune` would remove. */
  readonly obsolete?: string;
  /** Set for a new description most of which other descriptions have brought. */
  readonly possibleUpdate?: PossibleUpdate;
}

/** A new description that is probably the next version of another one. */
export interface PossibleUpdate {
  /** The label that it has beside the others. */
  readonly label: string;
  readonly others: readonly { readonly label: string; readonly file: string }[];
  /** The number of routes and events that stay as the others brought them. */
  readonly repeated: number;
  /** The number of its other routes and events. */
  readonly added: number;
}

/** An import that the checker accepts. */
export interface CheckedImport extends ImportResult {
  /** The whole folder as it is after the import. */
  readonly folder: readonly SchemaFile[];
  /** The values of its files that were not parsed. */
  readonly known: FileValues;
  readonly model: SchemaModel;
}

export interface ImportOptions {
  /** Names the file of the components. Default: the name of an earlier import, or a new one. */
  readonly label?: string;
  /** Removes unchanged entries of earlier imports that no description has any more. */
  readonly prune?: boolean;
  /** Takes the texts of the description also for entries that are there, if nobody has changed these. */
  readonly renew?: boolean;
  /** The names of methods, of the class and of its options. */
  readonly names?: NamesFile;
  /** Where the description comes from. Absent: what is remembered stays, without its digest. */
  readonly origin?: DescriptionOrigin;
  /** Keeps the description itself for the output `paths`, even if `vendor.yaml` does not ask for it. */
  readonly keep?: boolean;
  /** Set if another description follows, which may have further routes of the file of names. */
  readonly isFollowed?: boolean;
  /** Gets the values of all files, so that the rest of the process need not parse them. */
  readonly memo?: Memo;
  /** The values of present files that an import before has printed. */
  readonly known?: FileValues;
}
