/** A converted schema, and where it stands. */
import type { Json, JsonMap } from "../../model/json.js";

/** A schema in the YAML format. References are relative to the file that it is written to. */
export type SchemaValue = boolean | JsonMap;

/** The location of a schema in the description, and the file that it is written to. */
export interface SchemaSite {
  readonly location: string;
  readonly file: string;
  /** The number of schemas around it. */
  readonly depth?: number;
  /** The outermost composition that the schema is a member of. */
  readonly whole?: Json;
}
