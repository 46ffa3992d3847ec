import { kindOf } from "../../model/media-types.js";
import { METHODS, QUERY } from "../../model/model.js";
import { isHeaderName } from "../../model/names.js";
import {
  entriesOf,
  followChain,
  isMap,
  itemsOf,
  type Json,
  type JsonMap,
  mapOf,
} from "./description.js";

/** The parts of an operation that pagination, headers and method names depend on, with references followed. */
export interface DescribedOperation {
  /** As in `routes.yaml`. */
  readonly key: string;
  readonly method: string;
  readonly operation: JsonMap;
  readonly query: ReadonlyMap<string, JsonMap>;
  readonly headers: readonly string[];
  readonly cookies: readonly string[];
  /** The schema of a JSON or form body. */
  readonly body?: Json;
  readonly responses: readonly DescribedResponse[];
  /** The schema of the first 2xx response, if it is JSON. */
  readonly page?: Json;
}

export interface DescribedResponse {
  readonly status: string;
  /** By their declared name. */
  readonly headers: ReadonlyMap<string, JsonMap>;
}

const METHOD_KEYS = [...METHODS, QUERY].map((method) => method.toLowerCase());

/** Methods that `fetch` refuses to send (Fetch, section 2.2.1). */
const FORBIDDEN = /^(?:connect|trace|track)$/i;

/**
 * The operations of a path item, by method. The keys of `additionalOperations` (OpenAPI 3.2) are
 * methods themselves, and case-sensitive.
 */
export function operationsOf(root: JsonMap, path: JsonMap): readonly (readonly [string, Json])[] {
  const usual = entriesOf(path).flatMap(([key, operation]) =>
    METHOD_KEYS.includes(key) ? [[key.toUpperCase(), operation] as const] : [],
  );
  const others = entriesOf(followChain(root, path["additionalOperations"])).filter(
    ([method]) => isOtherMethod(method) && !usual.some(([known]) => known === method),
  );
  return [...usual, ...others];
}

/** Tests whether a key of `additionalOperations` is an unusual method that can be sent. */
export function isOtherMethod(method: string): boolean {
  const isUsual = METHOD_KEYS.includes(method.toLowerCase());
  return isHeaderName(method) && !isUsual && !FORBIDDEN.test(method);
}

/** An operation of the section `paths`, with the key of its route. */
export interface ListedOperation {
  /** As in `routes.yaml`. */
  readonly key: string;
  readonly url: string;
  readonly path: JsonMap;
  readonly operation: JsonMap;
}

export function listOperations(root: JsonMap): readonly ListedOperation[] {
  return entriesOf(root["paths"]).flatMap(([url, item]) => {
    const path = mapOf(followChain(root, item));
    return operationsOf(root, path).flatMap(([method, entry]) => {
      const operation = followChain(root, entry);
      return isMap(operation) ? [{ key: `${method} ${url}`, url, path, operation }] : [];
    });
  });
}

export function listDescribedOperations(root: JsonMap): readonly DescribedOperation[] {
  return listOperations(root).map(({ key, path, operation }) =>
    describeOperation(root, key, path, operation),
  );
}

function describeOperation(
  root: JsonMap,
  key: string,
  path: JsonMap,
  operation: JsonMap,
): DescribedOperation {
  const parameters = [path["parameters"], operation["parameters"]]
    .flatMap(itemsOf)
    .map((each) => mapOf(followChain(root, each)));
  const query = parameters.flatMap((parameter) => {
    const { in: where, name } = parameter;
    return where === "query" && typeof name === "string" ? [[name, parameter] as const] : [];
  });
  const namesIn = (location: string): readonly string[] =>
    parameters.flatMap(({ in: where, name }) =>
      where === location && typeof name === "string" ? [name] : [],
    );
  const body = findSchema(root, followChain(root, operation["requestBody"]));
  const page = findPage(root, operation["responses"]);
  return {
    key,
    method: key.slice(0, key.indexOf(" ")),
    operation,
    query: new Map(query),
    headers: namesIn("header"),
    cookies: namesIn("cookie"),
    ...(body !== undefined && { body }),
    responses: entriesOf(operation["responses"]).map((response) =>
      describeResponse(root, response),
    ),
    ...(page !== undefined && { page }),
  };
}

function describeResponse(
  root: JsonMap,
  [status, response]: readonly [string, Json],
): DescribedResponse {
  const { headers } = mapOf(followChain(root, response));
  const entries = entriesOf(headers).map(
    ([name, header]) => [name, mapOf(followChain(root, header))] as const,
  );
  return { status, headers: new Map(entries) };
}

function findPage(root: JsonMap, responses: Json): Json {
  const response = entriesOf(responses).find(([status]) => status.startsWith("2"))?.[1];
  return findSchema(root, followChain(root, response), ["json"]);
}

/** The schema of the first media type of these kinds. */
function findSchema(
  root: JsonMap,
  holder: Json,
  kinds: readonly string[] = ["json", "form", "multipart"],
): Json {
  const { content } = mapOf(holder);
  const media = entriesOf(content).find(([type]) => kinds.includes(kindOf(type)))?.[1];
  return mapOf(followChain(root, media))["schema"];
}
