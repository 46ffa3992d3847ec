/** Lists the operations of a description, with their references followed. */
import { type BodyKind, isHeaderName, kindOf, METHODS, QUERY } from "../../model/http.js";
import { entriesOf, isMap, itemsOf, type Json, type JsonMap, mapOf } from "../../model/json.js";
import { followChain, followMap } from "./references.js";

/**
 * The operations of a path item, by method. The keys of `additionalOperations` (OpenAPI 3.2) are methods themselves,
 * sent as they are written; one that differs from a known method in its case alone is left out.
 */
export function operationsOf(root: JsonMap, path: JsonMap): readonly (readonly [string, Json])[] {
  const ofKnownMethods = entriesOf(path).flatMap(([key, operation]) =>
    METHOD_KEYS.includes(key) ? [[key.toUpperCase(), operation] as const] : [],
  );
  const additional = entriesOf(followChain(root, path["additionalOperations"])).filter(([method]) =>
    isOtherMethod(method),
  );
  return [...ofKnownMethods, ...additional];
}

const METHOD_KEYS = [...METHODS, QUERY].map((method) => method.toLowerCase());

/** Tests whether a key of `additionalOperations` is another method that can be sent. */
export function isOtherMethod(method: string): boolean {
  const isCommon = METHOD_KEYS.includes(method.toLowerCase());
  return isHeaderName(method) && !isCommon && !FORBIDDEN_METHOD.test(method);
}

/** Methods that `fetch` refuses to send (Fetch, section 2.2.1). */
export const FORBIDDEN_METHOD = /^(?:connect|trace|track)$/i;

/** Lists the operations of the section `paths`. */
export function listOperations(root: JsonMap): readonly ListedOperation[] {
  return entriesOf(root["paths"]).flatMap(([url, item]) => {
    const path = followMap(root, item);
    return operationsOf(root, path).flatMap(([method, entry]) => {
      const operation = followChain(root, entry);
      return isMap(operation) ? [{ key: `${method} ${url}`, url, path, operation }] : [];
    });
  });
}

/** The parameters of a route, those of its path first. */
export function parametersOf(
  root: JsonMap,
  { path, operation }: ListedOperation,
): readonly JsonMap[] {
  const lists = [path["parameters"], operation["parameters"]];
  return lists.flatMap(itemsOf).map((each) => followMap(root, each));
}

/** Lists the operations of the section `paths`, with all references followed. */
export function listDescribedOperations(root: JsonMap): readonly DescribedOperation[] {
  return listOperations(root).map((listed) => describeOperation(root, listed));
}

function describeOperation(root: JsonMap, listed: ListedOperation): DescribedOperation {
  const { key, operation } = listed;
  const parameters = parametersOf(root, listed);
  const listIn = (location: string): readonly (readonly [name: string, parameter: JsonMap])[] =>
    parameters.flatMap((parameter) => {
      const { in: where, name } = parameter;
      return where === location && typeof name === "string" ? [[name, parameter] as const] : [];
    });
  const responses = entriesOf(operation["responses"]).map(
    ([status, response]) => [status, followMap(root, response)] as const,
  );
  const success = responses.find(([status]) => status.startsWith("2"))?.[1];
  return {
    key,
    method: key.slice(0, key.indexOf(" ")),
    operation,
    query: new Map(listIn("query")),
    headers: listIn("header").map(([name]) => name),
    cookies: listIn("cookie").map(([name]) => name),
    body: findSchema(root, followMap(root, operation["requestBody"]), [
      "json",
      "form",
      "multipart",
    ]),
    responses: responses.map(([status, { headers }]) => ({
      status,
      headers: new Map(entriesOf(headers).map(([name, each]) => [name, followMap(root, each)])),
    })),
    page: findSchema(root, success, ["json"]),
  };
}

/** The schema of the first media type of these kinds. */
function findSchema(root: JsonMap, holder: Json, kinds: readonly BodyKind[]): Json {
  const { content } = mapOf(holder);
  const media = entriesOf(content).find(([type]) => kinds.includes(kindOf(type)))?.[1];
  return followMap(root, media)["schema"];
}

/** The parts of an operation that pagination, headers and method names depend on, with references followed. */
export interface DescribedOperation {
  /** The key in `routes.yaml`. */
  readonly key: string;
  readonly method: string;
  readonly operation: JsonMap;
  readonly query: ReadonlyMap<string, JsonMap>;
  readonly headers: readonly string[];
  readonly cookies: readonly string[];
  /** The schema of a JSON or form body; `undefined` without one. */
  readonly body: Json;
  /** The headers of a response are by their declared name. */
  readonly responses: readonly {
    readonly status: string;
    readonly headers: ReadonlyMap<string, JsonMap>;
  }[];
  /** The schema of the first 2xx response; `undefined` if it is no JSON. */
  readonly page: Json;
}

/** An operation of the section `paths`, with the key of its route. */
export interface ListedOperation {
  /** The key in `routes.yaml`. */
  readonly key: string;
  readonly url: string;
  readonly path: JsonMap;
  readonly operation: JsonMap;
}
