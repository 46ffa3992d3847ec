import type { SignatureDescription } from "../../../src/signatures/plan/description.js";
import { PRESETS } from "../../../src/signatures/plan/presets.js";
import type { FieldLocation } from "../../model/model.js";
import type { Notes } from "../model/notes.js";

/** What the names of declared headers say of deliveries. */
export interface DeclaredFields {
  readonly event?: FieldLocation;
  readonly delivery?: FieldLocation;
  /** The name of a preset. */
  readonly signature?: string;
}

/**
 * Reads what headers are for from their names: `X-Acme-Event`, `X-Acme-Delivery`, and a signature
 * header that one preset alone has. Notes what it takes, because a name is no proof.
 */
export function findDeclaredFields(headers: readonly string[], notes: Notes): DeclaredFields {
  const event = findOnly(headers, /^x-(?:[a-z0-9]+-)+event$/i);
  const delivery = findOnly(headers, /^x-(?:[a-z0-9]+-)+delivery(?:-id)?$/i);
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

function findOnly(headers: readonly string[], pattern: RegExp): string | undefined {
  const found = headers.filter((header) => pattern.test(header));
  return found.length === 1 ? found[0] : undefined;
}

/** The only preset whose headers are all declared. */
function findPreset(headers: readonly string[]): string | undefined {
  const declared = new Set(headers.map((header) => header.toLowerCase()));
  const presets: Readonly<Record<string, SignatureDescription>> = PRESETS;
  const fitting = Object.entries(presets).filter(([, { header, id, timestamp }]) =>
    [header, id?.header, timestamp?.header].every(
      (name) => name === undefined || declared.has(name.toLowerCase()),
    ),
  );
  return fitting.length === 1 ? fitting[0]?.[0] : undefined;
}
