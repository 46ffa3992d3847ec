/** The modules that schemas are printed into: one for each event, and one for each resource with routes. */
import type { SchemaModel } from "../../model/model.js";
import { code, ofRuntime } from "../print/module.js";
import type { Code, Printable } from "../print/types.js";
import type { CheckedSchema } from "./checked-schema.js";

/** The types and functions of the runtime that modules of schemas name. */
export const SCHEMAS = ofRuntime("schemas");

/** Prints the type that JSON has for a type, because schemas check JSON. */
export function toJsonType(type: Printable, model: SchemaModel): Code {
  return hasValues(model) ? code`${SCHEMAS.type("JsonOf")}<${type}>` : code`${type}`;
}

/** Tells whether types have values that JSON does not have. */
export function hasValues({ vendor }: SchemaModel): boolean {
  return vendor.values !== undefined;
}

/** The path from a module below the folder `schemas` to those beside the entry. */
export function upFrom(file: string): string {
  return "../".repeat(file.split("/").length);
}

// ---- Types

/** The schemas of one event, or of the routes of one resource. */
export type SchemaModule = PayloadModule | RouteModule;

export interface PayloadModule extends PrintedModule {
  readonly kind: "payloads";
  readonly event: string;
  readonly payloads: PayloadTable;
}

export interface RouteModule extends PrintedModule {
  readonly kind: "routes";
  readonly table: SchemaTable;
}

interface PrintedModule {
  /** Below `schemas/`, without extension. */
  readonly file: string;
  readonly schemas: readonly PrintedSchema[];
}

/** The constant with the schemas of payloads, by the names of event and action. */
export interface PayloadTable {
  readonly constant: string;
  readonly entries: readonly PayloadEntry[];
}

interface PayloadEntry {
  /** The name of an event, with or without its action. */
  readonly name: string;
  readonly schema: string;
}

/** The constant with the schemas of each route. */
export interface SchemaTable {
  readonly constant: string;
  readonly routes: readonly RouteTable[];
}

/** A line of the table: a route with its schemas. */
export interface RouteTable {
  readonly route: string;
  readonly schemas: readonly RouteSchema[];
}

/** A schema as it is printed: a constant with its comment and the type of its values. */
export interface PrintedSchema {
  readonly name: string;
  /** The type of its values. */
  readonly type: Code;
  /** The name of that type, by which equal schemas are declared once; absent for a type without one. */
  readonly declaredType?: string;
  /** The comment, which says what the name does not. */
  readonly text: string;
  /** Absent for a schema that is any of {@link members}. */
  readonly checked?: CheckedSchema;
  /** The names of alternative schemas. */
  readonly members?: readonly string[];
}

/** A schema of a route. */
export interface RouteSchema extends PrintedSchema {
  /** The status of a response, or `body`. */
  readonly key: string;
}
