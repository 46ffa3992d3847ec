/** An update of an SDK, before and after its code is generated. */
import type { FileChange } from "../../codegen/files/change-files.js";
import type { Difference } from "../../codegen/diff/types.js";
import type { SchemaModel } from "../../codegen/model/model.js";
import type { SchemaFile } from "../../codegen/read-schema.js";

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

/** An SDK: a package, or a folder of an app. */
export interface SdkRequest extends DescriptionChoice {
  /** The output folder, for the file system. */
  readonly out: string;
}

/** Descriptions that are the same as at the last update. */
export interface UnchangedDescriptions {
  readonly kind: "unchanged";
  /** Where the descriptions came from, for messages. */
  readonly sources: readonly string[];
}

/** New descriptions, imported and compared, before anything is generated. */
export interface ImportedUpdate {
  readonly kind: "imported";
  /** Where the descriptions came from, for messages. */
  readonly sources: readonly string[];
  /** The schema folder as it is, and as it will be. */
  readonly present: readonly SchemaFile[];
  readonly folder: readonly SchemaFile[];
  readonly model: SchemaModel;
  readonly difference: Difference;
  /** Losses and decisions of the imports, in short and with every place. */
  readonly notes: readonly string[];
  readonly allNotes: readonly string[];
}

/** An update with all files that it changes. */
export interface SdkChange extends Omit<ImportedUpdate, "kind"> {
  readonly kind: "changed";
  readonly changes: readonly FileChange[];
  /** True if a file of the output folder changes. */
  readonly isOutputChanged: boolean;
  /** Paths of all generated files, inside the output folder. */
  readonly paths: ReadonlySet<string>;
}
