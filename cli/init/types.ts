/** A package that is not written yet: its schema folder, and the facts that this lacks. */
import type { FileValues, SchemaFile } from "../../codegen/read-schema.js";
import type { FieldSource } from "../../src/catalog/webhooks.js";

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
  /** The values of files that imports have printed. Nothing after an import changes these files. */
  readonly known: FileValues;
}

/** Facts that a description lacks. An absent one is not known yet. */
export interface Answers {
  readonly baseUrl?: string | undefined;
  readonly signature?: Signature | undefined;
  readonly event?: FieldSource | undefined;
  readonly delivery?: FieldSource | undefined;
}

/** The name of a preset, or Standard Webhooks with the prefix of the service's headers. */
export type Signature = string | { readonly preset: string; readonly prefix: string };

/** Questions after an import, and answers to offer. */
export interface OpenQuestions {
  /** Keys of `vendor.yaml`. */
  readonly unanswered: ReadonlySet<string>;
  /** Addresses of the description, if there are several. */
  readonly servers: readonly string[];
  /** Header names that the description declares for deliveries. */
  readonly headers: readonly string[];
}
