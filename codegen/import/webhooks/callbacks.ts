import { toSnakeCase } from "../../model/names.js";
import { entriesOf, isMap, type Json, type JsonMap, mapOf } from "../model/description.js";
import { operationsOf } from "../model/operations.js";
import { followChain } from "../model/references.js";

/** A webhook as a description lists it. */
export interface ListedWebhook {
  /** Its key, or a name made of keys. */
  readonly key: string;
  /** The path item, or a reference to it. */
  readonly item: Json;
  readonly isCallback: boolean;
}

/** A callback of an operation: one address, and what is sent there. */
interface Callback {
  /** Its name, with what distinguishes its address from others of the same callback. */
  readonly key: string;
  readonly item: Json;
  /** The name of the operation. */
  readonly operation: string;
}

/**
 * Lists the callbacks of all operations (OpenAPI Specification 3.0.3, section 4.7.18), also those of
 * webhooks and of other callbacks. A callback is a webhook with its name. If it has several addresses,
 * they are part of the name. If payloads of one name differ, the name stands behind that of the operation.
 * @param webhooks The other webhooks, which keep their names.
 */
export function listCallbacks(
  root: JsonMap,
  webhooks: readonly ListedWebhook[],
): readonly ListedWebhook[] {
  const items = [
    ...entriesOf(root["paths"]),
    ...webhooks.map(({ key, item }) => [key, item] as const),
  ];
  const groups = new Map<string, Callback[]>();
  for (const callback of items.flatMap(([url, item]) => readItem(url, item, root, new Set()))) {
    groups.set(callback.key, [...(groups.get(callback.key) ?? []), callback]);
  }
  const present = new Map(webhooks.map(({ key, item }) => [key, payloadOf(item, root)]));
  return [...groups].flatMap(([key, group]) => {
    const known = present.get(key);
    const payloads = new Map(group.map((each) => [payloadOf(each.item, root), each]));
    if (known !== undefined) payloads.delete(known);
    const [first] = payloads.values();
    if (first === undefined) return [];
    if (payloads.size === 1 && known === undefined) return [toWebhook(key, first)];
    return [...payloads.values()].map((each) => toWebhook(`${each.operation}/${key}`, each));
  });
}

function toWebhook(key: string, { item }: Callback): ListedWebhook {
  return { key, item, isCallback: true };
}

/** The callbacks of the operations of a path item. `seen` ends callbacks that lead to themselves. */
function readItem(
  url: string,
  item: Json,
  root: JsonMap,
  seen: ReadonlySet<Json>,
): readonly Callback[] {
  const path = followChain(root, item);
  if (!isMap(path) || seen.has(path)) return [];
  const inside = new Set([...seen, path]);
  return operationsOf(root, path).flatMap(([method, described]) => {
    const operation = mapOf(followChain(root, described));
    const id = operation["operationId"];
    const name = typeof id === "string" && id !== "" ? id : toSnakeCase(`${method} ${url}`);
    return namedEntries(followChain(root, operation["callbacks"])).flatMap(([key, callback]) =>
      readCallback(key, callback, root).flatMap((each) => [
        { ...each, operation: name },
        ...readItem(each.key, each.item, root, inside),
      ]),
    );
  });
}

/** One callback has a path item for each of its addresses. */
function readCallback(
  name: string,
  callback: Json,
  root: JsonMap,
): readonly Omit<Callback, "operation">[] {
  const items = namedEntries(followChain(root, callback));
  // A reference to nothing is noted where path items are read.
  if (items.length === 0) return isMap(callback) ? [{ key: name, item: callback }] : [];
  const [only, ...others] = items;
  if (only !== undefined && others.length === 0) return [{ key: name, item: only[1] }];
  const words = items.map(([address]) => wordsOf(address));
  return items.map(([address, item], index) => {
    const own = words[index] ?? "";
    const isClear = own !== "" && words.indexOf(own) === words.lastIndexOf(own);
    return { key: `${name}/${isClear ? own : toSnakeCase(address)}`, item };
  });
}

/** The words of an address beside its expressions, or else the name in its last expression. */
function wordsOf(address: string): string {
  const fixed = address.replace(/\{[^}]*\}/g, " ").replace(/^\s*[a-z]+:\/\/[^/]*/i, "");
  const words = toSnakeCase(fixed);
  return words === "" ? (/([\w-]+)\W*$/.exec(address)?.[1] ?? "") : words;
}

function namedEntries(value: Json): readonly (readonly [string, Json])[] {
  return entriesOf(value).filter(([key]) => !key.startsWith("x-") && key !== "$ref");
}

/** The bodies of a path item as text: the same payload is one event, wherever it is described. */
function payloadOf(item: Json, root: JsonMap): string {
  const path = mapOf(followChain(root, item));
  return JSON.stringify(
    operationsOf(root, path).map(([method, operation]) => {
      const body = mapOf(followChain(root, operation))["requestBody"];
      return [method, followChain(root, body)];
    }),
  );
}
