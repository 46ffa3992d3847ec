/** The headers that deliveries declare, and what their names tell. */
import type { SignatureDescription } from "../../../src/catalog/signatures.js";
import type { FieldSource } from "../../../src/catalog/webhooks.js";
import { PRESETS } from "../../../src/receive/signatures/plan/presets.js";
import { itemsOf, type Json, type JsonMap, mapOf } from "../../model/json.js";
import { followReference } from "../model/references.js";
import { onlyOf } from "../model/description.js";
import type { Notes } from "../model/notes.js";

/** The names of the headers that deliveries declare. */
export function listHeaders(root: JsonMap, posts: readonly JsonMap[]): readonly string[] {
  return [...new Set(posts.flatMap((post) => headersOf(root, post).map(({ name }) => name)))];
}

/** The headers that the operation of a delivery declares. */
export function headersOf(root: JsonMap, post: JsonMap): readonly Header[] {
  return itemsOf(post["parameters"]).flatMap((item) => {
    const { in: where, name, schema, example } = mapOf(followReference(root, item));
    return where === "header" && typeof name === "string" ? [{ name, schema, example }] : [];
  });
}

/**
 * Finds headers by their names: `X-Acme-Event`, `X-Acme-Delivery`, and the headers of one preset of
 * signatures. Notes them, because a name is no proof.
 */
export function findDeclaredFields(headers: readonly string[], notes: Notes): DeclaredFields {
  const event = findOnlyName(headers, /^x-(?:[a-z0-9]+-)+event$/i);
  const delivery = findOnlyName(headers, /^x-(?:[a-z0-9]+-)+delivery(?:-id)?$/i);
  const signature = findPreset(headers);
  const taken = { event, delivery, signature };
  for (const [key, value] of Object.entries(taken)) {
    if (value !== undefined)
      notes.tell("Read from the name of a declared header", `${key} ${value}`);
  }
  return {
    ...(event !== undefined && { event: { header: event } }),
    ...(delivery !== undefined && { delivery: { header: delivery } }),
    ...(signature !== undefined && { signature }),
  };
}

function findOnlyName(headers: readonly string[], pattern: RegExp): string | undefined {
  return onlyOf(headers.filter((header) => pattern.test(header)));
}

/** The preset whose headers are all declared, if there is only one. */
function findPreset(headers: readonly string[]): string | undefined {
  const declared = new Set(headers.map((header) => header.toLowerCase()));
  const presets: Readonly<Record<string, SignatureDescription>> = PRESETS;
  const fitting = Object.entries(presets).filter(([, { header, id, timestamp }]) =>
    [header, id?.header, timestamp?.header].every(
      (name) => name === undefined || declared.has(name.toLowerCase()),
    ),
  );
  return onlyOf(fitting)?.[0];
}

/** A declared header of a delivery. */
export interface Header {
  readonly name: string;
  readonly schema: Json;
  readonly example: Json;
}

/** Fields that are known by the names of declared headers. */
export interface DeclaredFields {
  readonly event?: FieldSource;
  readonly delivery?: FieldSource;
  readonly signature?: string;
}
