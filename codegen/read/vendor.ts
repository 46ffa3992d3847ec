import type { TypesPackage, Vendor } from "../model/model.js";
import { checkClient, readClient } from "./client.js";
import { checkSdk, readSdk } from "./sdk.js";
import { BASE_URL, isMissing } from "./todos.js";
import { checkVariables, readVariables, type VariableEntry } from "./variables.js";
import { checkWebhooks, readWebhooks } from "./webhooks.js";
import { isYamlMap, type Report, type YamlDocument, type YamlMap } from "./yaml-document.js";

/** `vendor.yaml` as `vendor.schema.json` describes it. */
interface VendorEntry {
  readonly name: string;
  readonly title: string;
  readonly baseUrl?: string;
  readonly variables?: Readonly<Record<string, string | VariableEntry>>;
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
  readonly typesPackage?: Partial<TypesPackage> & Pick<TypesPackage, "name" | "version">;
  readonly webhooks?: YamlMap;
}

/** The methods that a document declares, which may be invalid. */
export function listMethods({ value }: YamlDocument): readonly string[] {
  const methods = isYamlMap(value) ? value["methods"] : undefined;
  return Array.isArray(methods) ? methods.map(String) : [];
}

/** Complains about missing keys and contradictions. */
export function checkVendor(document: YamlDocument, hasRoutes: boolean, report: Report): void {
  checkVariables(document, report);
  checkClient(document, report);
  checkSdk(document, report);
  if (hasRoutes && isYamlMap(document.value) && isMissing(document, BASE_URL)) {
    const message = "The key `baseUrl` is missing; expected it, because there is a routes.yaml.";
    report(document.diagnose([], { message, atKey: true }));
  }
  checkWebhooks(document, report);
}

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
    accept: mediaType?.accept ?? "application/json",
    ...(mediaType?.perRoute === false && { acceptsPerRoute: false }),
    ...(entry.emptyBodies === false && { sendsEmptyBodies: false }),
    ...(entry.enums === "closed" && { hasClosedEnums: true }),
    ...(entry.values && { values: entry.values }),
    mediaTypePrefix: mediaType?.prefix ?? `application/vnd.${name}`,
    runtime: runtime ?? "typewire-runtime",
    ...(typesPackage === undefined ? {} : { typesPackage: { description, ...typesPackage } }),
    sending: readClient(document),
    sdk: readSdk(document, deliveries !== undefined),
    ...(deliveries && { webhooks: deliveries }),
    source: { file: document.file, path: [] },
  };
}
