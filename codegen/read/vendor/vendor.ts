/** Reads `vendor.yaml`. The files beside this one read its parts. */
import type { JsonMap } from "../../model/json.js";
import type { Output, Tag, TypesPackage, Vendor } from "../../model/model.js";
import { checkClient, readClient } from "./client.js";
import { checkSdk, readSdk } from "./sdk.js";
import { checkWebhooks, readWebhooks } from "./webhooks.js";
import { valueAt, type YamlDocument } from "../documents/yaml-document.js";
import { checkNeeded } from "./needed-keys.js";
import { checkVariables, readVariables, type VariableEntry } from "./variables.js";

/** Complains about missing keys and contradictions. */
export function checkVendor(document: YamlDocument, hasRoutes: boolean): void {
  checkVariables(document);
  checkClient(document);
  checkSdk(document);
  checkNeeded(document, hasRoutes);
  checkWebhooks(document);
}

/** Reads a validated document, and adds the defaults. */
export function readVendor(document: YamlDocument): Vendor {
  const entry = document.value as VendorEntry; // validated
  const { name, title, client, baseUrl, mediaType, runtime, typesPackage, webhooks } = entry;
  const variables = readVariables(document);
  const description = `Types of the webhook payloads of ${title}.`;
  const deliveries = readWebhooks(webhooks);
  return {
    name,
    title,
    ...(client && { agent: client }),
    ...(baseUrl !== undefined && { baseUrl }),
    ...(variables.length > 0 && { variables }),
    ...(entry.tags && { tags: Object.entries(entry.tags).map(readTag) }),
    accept: mediaType?.accept ?? "application/json",
    ...(mediaType?.perRoute === false && { acceptsPerRoute: false }),
    ...(entry.emptyBodies === false && { sendsEmptyBodies: false }),
    ...(entry.enums === "closed" && { hasClosedEnums: true }),
    ...(entry.values && { values: entry.values }),
    mediaTypePrefix: mediaType?.prefix ?? `application/vnd.${name}`,
    runtime: runtime ?? "typewire-runtime",
    ...(entry.outputs && { outputs: entry.outputs }),
    ...(typesPackage === undefined ? {} : { typesPackage: { description, ...typesPackage } }),
    sending: readClient(document),
    sdk: readSdk(document, deliveries !== undefined),
    ...(deliveries && { webhooks: deliveries }),
    source: { file: document.file, path: [] },
  };
}

function readTag([group, entry]: readonly [string, string | Omit<Tag, "group">]): Tag {
  return typeof entry === "string" ? { group, title: entry } : { group, ...entry };
}

/** The methods that a document declares, which may be invalid. */
export function listMethods({ value }: YamlDocument): readonly string[] {
  const methods = valueAt(value, "methods");
  return Array.isArray(methods) ? methods.map(String) : [];
}

/** `vendor.yaml` as `vendor.schema.json` describes it. */
interface VendorEntry {
  readonly name: string;
  readonly title: string;
  readonly baseUrl?: string;
  readonly variables?: Readonly<Record<string, string | VariableEntry>>;
  readonly tags?: Readonly<Record<string, string | Omit<Tag, "group">>>;
  readonly mediaType?: {
    readonly accept?: string;
    readonly perRoute?: boolean;
    readonly prefix?: string;
  };
  readonly emptyBodies?: boolean;
  readonly enums?: "open" | "closed";
  readonly values?: NonNullable<Vendor["values"]>;
  readonly client?: { readonly name: string; readonly version: string };
  readonly runtime?: string | false;
  readonly outputs?: readonly Output[];
  readonly typesPackage?: Partial<TypesPackage> & Pick<TypesPackage, "name" | "version">;
  readonly webhooks?: JsonMap;
}
