import { kindOf } from "../media-types.js";
import { METHODS } from "../read/route-key.js";
import { entriesOf, isMap, itemsOf, type Json, type JsonMap, mapOf } from "./description.js";
import { followChain } from "./references.js";

/** What an operation says of itself that concerns the client, with references followed. */
export interface DescribedOperation {
  /** As in `routes.yaml`. */
  readonly key: string;
  readonly method: string;
  readonly operation: JsonMap;
  readonly query: ReadonlyMap<string, JsonMap>;
  /** Names of declared request headers. */
  readonly headers: readonly string[];
  readonly responses: readonly DescribedResponse[];
  /** The schema of the first 2xx response, if it is JSON. */
  readonly page?: Json;
}

export interface DescribedResponse {
  readonly status: string;
  /** By their name as it is declared. */
  readonly headers: ReadonlyMap<string, JsonMap>;
}

const METHOD_KEYS = METHODS.map((method) => method.toLowerCase());

/** Whether a key of a path item is a method that the client can send. */
export function isMethodKey(key: string): boolean {
  return METHOD_KEYS.includes(key);
}

/** Lists all operations of the paths. */
export function listDescribedOperations(root: JsonMap): readonly DescribedOperation[] {
  return entriesOf(root["paths"]).flatMap(([url, item]) => {
    const path = mapOf(followChain(root, item));
    return entriesOf(path).flatMap(([method, entry]) => {
      const operation = followChain(root, entry);
      if (!isMethodKey(method) || !isMap(operation)) return [];
      return [describeOperation(root, `${method.toUpperCase()} ${url}`, path, operation)];
    });
  });
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
  const headers = parameters.flatMap(({ in: where, name }) =>
    where === "header" && typeof name === "string" ? [name] : [],
  );
  const page = findPage(root, operation["responses"]);
  return {
    key,
    method: key.slice(0, key.indexOf(" ")),
    operation,
    query: new Map(query),
    headers,
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
  const { content } = mapOf(followChain(root, response));
  const media = entriesOf(content).find(([type]) => kindOf(type) === "json")?.[1];
  return mapOf(media)["schema"];
}
