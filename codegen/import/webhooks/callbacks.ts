/** Lists the callbacks of operations as webhooks. */
import { groupBy } from "../../model/group-by.js";
import { entriesOf, isMap, type Json, type JsonMap } from "../../model/json.js";
import { toSnakeCase } from "../../model/yaml-names.js";
import { operationsOf } from "../model/operations.js";
import { followChain, followMap } from "../model/references.js";

/**
 * Lists the callbacks of all operations (OpenAPI Specification 3.0.3, section 4.7.18), of webhooks and
 * of other callbacks. A callback becomes a webhook of the same name. If callbacks of the same name have
 * different payloads, the name of the operation precedes it.
 * @param webhooks The other webhooks. They keep their names.
 */
export function listCallbacks(
  root: JsonMap,
  webhooks: readonly ListedWebhook[],
): readonly ListedWebhook[] {
  const items = [
    ...entriesOf(root["paths"]),
    ...webhooks.map(({ key, item }) => [key, item] as const),
  ];
  const callbacks = items.flatMap(([url, item]) => readCallbacksOf(url, item, root, new Set()));
  const present = new Map(webhooks.map(({ key, item }) => [key, payloadOf(item, root)]));
  return [...groupBy(callbacks, ({ key }) => key)].flatMap(([key, group]) => {
    const presentPayload = present.get(key);
    const payloads = new Map(group.map((each) => [payloadOf(each.item, root), each]));
    if (presentPayload !== undefined) payloads.delete(presentPayload);
    const isClear = payloads.size === 1 && presentPayload === undefined;
    return [...payloads.values()].map(({ item, operation }) => ({
      key: isClear ? key : `${operation}/${key}`,
      item,
      isCallback: true,
    }));
  });
}

/**
 * The callbacks of the operations of a path item, and the callbacks of these.
 * @param seen The path items around it, so that a circular callback ends.
 */
function readCallbacksOf(
  url: string,
  item: Json,
  root: JsonMap,
  seen: ReadonlySet<Json>,
): readonly Callback[] {
  const path = followChain(root, item);
  if (!isMap(path) || seen.has(path)) return [];
  const inside = new Set([...seen, path]);
  return operationsOf(root, path).flatMap(([method, described]) => {
    const operation = followMap(root, described);
    const id = operation["operationId"];
    const name = typeof id === "string" && id !== "" ? id : toSnakeCase(`${method} ${url}`);
    return namedEntries(followChain(root, operation["callbacks"])).flatMap(([key, callback]) =>
      readCallback(key, callback, root).flatMap((each) => [
        { ...each, operation: name },
        ...readCallbacksOf(each.key, each.item, root, inside),
      ]),
    );
  });
}

/** Reads a callback, which has a path item for each of its addresses. */
function readCallback(
  name: string,
  callback: Json,
  root: JsonMap,
): readonly Omit<Callback, "operation">[] {
  const items = namedEntries(followChain(root, callback));
  // `readWebhook` notes a broken reference.
  if (items.length === 0) return isMap(callback) ? [{ key: name, item: callback }] : [];
  const [only, ...furtherItems] = items;
  if (only !== undefined && furtherItems.length === 0) return [{ key: name, item: only[1] }];
  const words = items.map(([address]) => wordsOfAddress(address));
  return items.map(([address, item], index) => {
    const word = words[index] ?? "";
    const isClear = word !== "" && words.indexOf(word) === words.lastIndexOf(word);
    return { key: `${name}/${isClear ? word : toSnakeCase(address)}`, item };
  });
}

/** The words of an address outside its expressions, or else the last name in an expression. */
function wordsOfAddress(address: string): string {
  const fixed = address.replace(/\{[^}]*\}/g, " ").replace(/^\s*[a-z]+:\/\/[^/]*/i, "");
  const words = toSnakeCase(fixed);
  return words === "" ? (/([\w-]+)\W*$/.exec(address)?.[1] ?? "") : words;
}

/** The entries of a map but for extensions and references. */
function namedEntries(value: Json): readonly (readonly [string, Json])[] {
  return entriesOf(value).filter(([key]) => !key.startsWith("x-") && key !== "$ref");
}

/** The bodies of a path item as text, by which equal payloads are found. */
function payloadOf(item: Json, root: JsonMap): string {
  const path = followMap(root, item);
  return JSON.stringify(
    operationsOf(root, path).map(([method, operation]) => {
      const body = followMap(root, operation)["requestBody"];
      return [method, followChain(root, body)];
    }),
  );
}

/** A webhook as a description lists it. */
export interface ListedWebhook {
  /** The key in the description; for a callback, a name. */
  readonly key: string;
  /** The path item, or a reference to it. */
  readonly item: Json;
  readonly isCallback: boolean;
}

/** A callback of an operation, for one address. */
interface Callback {
  /** Its name, with words of the address if the callback has several. */
  readonly key: string;
  readonly item: Json;
  /** The name of the operation. */
  readonly operation: string;
}
