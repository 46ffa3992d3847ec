/** Notes what an import leaves out or leaves alone, so that nothing is lost unseen. */
import { entriesOf, keysOf, mapOf } from "../model/json.js";
import { kindOfKeyword, type Notes, type Part } from "./model/notes.js";
import { isRetryExtension, noteRetries } from "./model/retry-extensions.js";
import type { Description } from "./model/description.js";
import { EXTERNAL_FILES } from "./model/references.js";
import type { ImportContext, Label } from "./model/context.js";
import { hasWebhooks, WEBHOOK_SECTIONS } from "./webhooks/list-webhooks.js";
import type { PresentFile } from "./merge/divided-file.js";
import type { FileImport } from "./merge/file-import.js";
import { SIGNATURE_EXTENSION } from "./webhooks/signature-extensions.js";

/** Notes sections that are ignored as a whole. */
export function noteRoot({ description: { root }, notes }: ImportContext): void {
  for (const section of [...Object.keys(root), ...keysOf(root["components"])]) {
    if (isRetryExtension(section)) noteRetries(section, "the whole description", notes);
    else if (!CARRIED_SECTIONS.has(section))
      notes.skip(`the section \`${section}\``, kindOfKeyword(section));
  }
}

// prettier-ignore
const CARRIED_SECTIONS: ReadonlySet<string> = new Set([
  "openapi", "info", "servers", "paths", ...WEBHOOK_SECTIONS, "components", SIGNATURE_EXTENSION,
  "schemas", "parameters", "responses", "requestBodies", "pathItems", "mediaTypes", "callbacks",
  "security", "securitySchemes", "tags", EXTERNAL_FILES, "x-fern-pagination", "x-fern-idempotency-headers",
]);

/** Notes keys that a YAML file cannot have, with the part of the description that is lost. */
export function noteUnwritable({ description, notes }: ImportContext): void {
  for (const { key, path } of description.unwritable) {
    const part = PART_OF_SECTION.get(path.join("/")) ?? "detail";
    const what = part === "detail" ? "the key" : `a ${part} with the key`;
    notes.lose(`${what} \`${key}\`, which YAML files cannot have`, path.join("/"), part);
  }
}

const PART_OF_SECTION = new Map<string, Part>([
  ["paths", "route"],
  ["webhooks", "webhook"],
  ["x-webhooks", "webhook"],
]);

/** Notes entries that are left to other descriptions, and the description that this one replaces. */
export function noteSkipped(skipped: ReadonlySet<string>, label: Label, notes: Notes): void {
  const { predecessor, name } = label;
  for (const entry of skipped) notes.tell("Left to the description that brought it first", entry);
  if (predecessor !== undefined) {
    const what = "Taken for the next version of a description with the same title and address";
    notes.tell(what, `${predecessor} (--label ${name})`);
  }
}

/** Notes present entries that the description does not contain. They may be obsolete. */
export function noteKept(
  imports: ReadonlyMap<string, FileImport>,
  folder: ReadonlyMap<string, PresentFile>,
  noted: ReadonlySet<string>,
  { description, label, notes }: ImportContext,
): void {
  // With several descriptions, an entry may belong to another one.
  if (!label.isOnly) return;
  for (const [path, { entries, under }] of imports) {
    const isAbout = !/^(?:vendor|import)\.yaml$/.test(path) && hasEntriesOf(path, description);
    if (!isAbout) continue;
    const value = folder.get(path)?.value;
    const present = under === undefined ? value : mapOf(value)[under];
    for (const [key] of entriesOf(present)) {
      if (entries.has(key) || noted.has(`${path} ${key}`)) continue;
      notes.tell("Kept, though not in the description", `${path} ${key}`);
    }
  }
}

/** Tests whether the description has entries of a file: routes, webhooks, or both. */
function hasEntriesOf(path: string, { root }: Description): boolean {
  if (path === "routes.yaml") return root["paths"] !== undefined;
  return path !== "events.yaml" || hasWebhooks(root);
}
