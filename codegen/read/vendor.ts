/**
 * Reads `vendor.yaml`. What it says of the client, of methods and of webhooks is read by the files beside
 * this one.
 */
import { entriesOf, isMap, type JsonMap } from "../model/json.js";
import { alternatives, type Diagnostic, nearestKey } from "../model/messages.js";
import type { Output, Tag, TypesPackage, Variable, Vendor } from "../model/model.js";
import { checkClient, readClient } from "./client.js";
import { checkSdk, readSdk } from "./sdk.js";
import { checkWebhooks, readWebhooks } from "./webhooks.js";
import { valueAt, type YamlDocument } from "./documents/yaml-document.js";
import { isAddress } from "./documents/validate.js";

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

/** The methods that a document declares, which may be invalid. */
export function listMethods({ value }: YamlDocument): readonly string[] {
  const methods = valueAt(value, "methods");
  return Array.isArray(methods) ? methods.map(String) : [];
}

/** Complains about missing keys and contradictions. */
export function checkVendor(document: YamlDocument, hasRoutes: boolean): void {
  checkVariables(document);
  checkClient(document);
  checkSdk(document);
  checkNeeded(document, hasRoutes);
  checkWebhooks(document);
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

// ---- Needed keys

/** A key of `vendor.yaml` that a client needs. An import that does not know it writes a `TODO`. */
interface NeededKey {
  readonly path: readonly [key: string] | readonly [section: string, key: string];
  readonly expected: string;
  /** The consequence for the client until then. */
  readonly until: string;
}

/** The address of the API, which a client with routes needs. */
const BASE_URL: NeededKey = {
  path: ["baseUrl"],
  expected: "the address of the API",
  until: "Until then, calls need the option `baseUrl`.",
};

const UNTIL_KNOWN = "Until then, the client has no `Webhooks`.";

/** Keys that a client needs to receive deliveries. */
const OF_WEBHOOKS: readonly NeededKey[] = [
  {
    path: ["webhooks", "event"],
    expected: "where a delivery names its event: `{ header: … }` or `{ body: … }`",
    until: UNTIL_KNOWN,
  },
  {
    path: ["webhooks", "signature"],
    expected: "how deliveries are signed: a preset such as `standard-webhooks`, or a description",
    until: UNTIL_KNOWN,
  },
];

/** The keys that a client needs for its routes and its webhooks. */
function listNeeded({ value }: YamlDocument, hasRoutes: boolean): readonly NeededKey[] {
  const webhooks = valueAt(value, "webhooks");
  // The obsolete key `headers` has a complaint of its own.
  const hasWebhooks = isMap(webhooks) && !("headers" in webhooks);
  const ofRoutes = isMap(value) && hasRoutes ? [BASE_URL] : [];
  return [...ofRoutes, ...(hasWebhooks ? OF_WEBHOOKS : [])];
}

/** Complains about keys that are missing and have no `TODO` either. */
function checkNeeded(document: YamlDocument, hasRoutes: boolean): void {
  for (const needed of listNeeded(document, hasRoutes)) {
    const { path, expected } = needed;
    const key = path.at(-1) ?? "";
    const isGiven = valueAt(document.value, ...path) !== undefined;
    if (isGiven || findTodo(document, key) !== undefined) continue;
    const reason = needed === BASE_URL ? "it, because there is a routes.yaml" : expected;
    const message = `The key \`${key}\` is missing; expected ${reason}.`;
    document.complain(path.slice(0, -1), { message, atKey: true });
  }
}

/** The needed keys that are still marked as `TODO`. */
export function listTodos(document: YamlDocument, hasRoutes: boolean): readonly Diagnostic[] {
  return listNeeded(document, hasRoutes).flatMap(({ path, expected, until }): Diagnostic[] => {
    const isGiven = valueAt(document.value, ...path) !== undefined;
    const position = isGiven ? undefined : findTodo(document, path.at(-1) ?? "");
    if (position === undefined) return [];
    const message = `The key is a TODO; expected ${expected}. ${until}`;
    return [{ file: document.file, ...position, path, message }];
  });
}

/** The position of a comment such as `# TODO signature: …`. */
function findTodo(
  { text }: YamlDocument,
  key: string,
): { readonly line: number; readonly column: number } | undefined {
  const comment = new RegExp(`^[ \\t]*(?=#[ \\t]*TODO[ \\t]+${key}:)`);
  for (const [index, line] of text.split("\n").entries()) {
    const indentation = comment.exec(line)?.[0];
    if (indentation !== undefined) return { line: index + 1, column: indentation.length + 1 };
  }
  return undefined;
}

// ---- Variables

/** A variable of `vendor.yaml` in its long form. */
export type VariableEntry = Pick<Variable, "default" | "values" | "description">;

/** The names of the variables in an address, in order. */
export function variablesOf(address: string): readonly string[] {
  const names = Array.from(address.matchAll(/\{([^{}]*)\}/g), ([, name = ""]) => name);
  return [...new Set(names)];
}

/** Replaces the variables of an address by values. A variable without a value stays. */
export function fillVariables(address: string, values: ReadonlyMap<string, string>): string {
  return address.replace(/\{([^{}]*)\}/g, (text, name: string) => values.get(name) ?? text);
}

/** Complains about variables that are not both in the base URL and in `variables`. */
export function checkVariables(document: YamlDocument): void {
  const { baseUrl, variables } = isMap(document.value) ? document.value : {};
  if (typeof baseUrl !== "string") return;
  const used = variablesOf(baseUrl);
  const declared = entriesOf(variables).map(([name]) => name);
  for (const name of used.filter((each) => !declared.includes(each))) {
    const message = `The variable \`{${name}}\` is undeclared; expected \`${name}\` under \`variables\`.`;
    const suggestion = nearestKey(name, declared);
    document.complain(["baseUrl"], { message, suggestion });
  }
  for (const name of declared.filter((each) => !used.includes(each))) {
    const expected = used.length > 0 ? alternatives(used) : "no variables";
    const message = `The variable \`${name}\` is not in \`baseUrl\`; expected ${expected}.`;
    const suggestion = nearestKey(name, used);
    document.complain(["variables", name], { message, suggestion, atKey: true });
  }
  checkDefaults(document, baseUrl, variables);
}

/** Complains about defaults that are not among the values, or with which the base URL is no address. */
function checkDefaults(document: YamlDocument, baseUrl: string, variables: unknown): void {
  const defaults = new Map<string, string>();
  for (const [name, entry] of entriesOf(variables)) {
    const { default: value, values } = isMap(entry) ? entry : { default: entry };
    if (typeof value !== "string") continue;
    defaults.set(name, value);
    const allowed = Array.isArray(values) ? values.map(String) : [value];
    if (allowed.includes(value)) continue;
    const message = `The default is ${JSON.stringify(value)}; expected ${alternatives(allowed)}.`;
    const suggestion = nearestKey(value, allowed);
    document.complain(["variables", name, "default"], { message, suggestion });
  }
  const address = fillVariables(baseUrl, defaults);
  const isFilled = variablesOf(baseUrl).every((name) => defaults.has(name));
  if (defaults.size === 0 || !isFilled || isAddress(address)) return;
  const message = `The address is ${JSON.stringify(address)} with the defaults of its variables; expected an http(s) address without query or slash at its end.`;
  document.complain(["baseUrl"], { message });
}

export function readVariables({ value }: YamlDocument): readonly Variable[] {
  return entriesOf(valueAt(value, "variables")).map(([name, entry]) => {
    const variable = (typeof entry === "string" ? { default: entry } : entry) as VariableEntry; // validated
    return {
      name,
      default: variable.default,
      ...(variable.values && { values: [...variable.values] }),
      ...(variable.description !== undefined && { description: variable.description }),
    };
  });
}
