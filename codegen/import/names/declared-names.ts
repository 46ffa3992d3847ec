/** Reads the name that a description gives to a method: an extension, or an `operationId` of two parts. */
import type { JsonMap } from "../../model/json.js";
import { toKebabCase, toOperation } from "../../model/yaml-names.js";
import type { DescribedOperation } from "../model/operations.js";
import { isSameGroup, joinCall, VERBS_OF_METHODS } from "./method-words.js";
import { type RouteWords, VERSION } from "./route-words.js";
import type { Verb } from "./verbs.js";

/** The first name that one of these gives: Fern, Speakeasy, an `operationId` with a separator, the path, an `operationId`. */
export function readDeclaredName(
  { operation }: DescribedOperation,
  words: RouteWords,
  { name }: Verb,
): string | undefined {
  return (
    readFernName(operation, name) ??
    readSpeakeasyName(operation, words, name) ??
    readDividedId(operation) ??
    words.dotted ??
    readGroupedId(operation, words)
  );
}

/** Reads the extensions of Fern. A method without a group belongs to the class itself. */
function readFernName(operation: JsonMap, verb: string): string | undefined {
  const { "x-fern-sdk-group-name": group, "x-fern-sdk-method-name": name } = operation;
  const groups = [group ?? []].flat();
  return groups.length === 0 && typeof name !== "string"
    ? undefined
    : joinCall([...groups, name ?? verb]);
}

/** Reads the extensions of Speakeasy. A name without a group belongs to the group of the tag. */
function readSpeakeasyName(
  operation: JsonMap,
  words: RouteWords,
  verb: string,
): string | undefined {
  const { "x-speakeasy-group": group, "x-speakeasy-name-override": name } = operation;
  if (typeof group !== "string" && typeof name !== "string") return undefined;
  const resources = words.tag === "" ? (words.resources[0] ?? []) : [...words.above, words.tag];
  const groups = typeof group === "string" ? group.split(".") : resources;
  return joinCall([...groups, typeof name === "string" ? name : verb]);
}

/** Reads an `operationId` that a slash or a dot divides. */
function readDividedId({ operationId }: JsonMap): string | undefined {
  if (typeof operationId !== "string") return undefined;
  if (operationId.includes("/")) return joinCall(toOperation(operationId, "root").split("/"));
  if (operationId.includes(".")) {
    const parts = operationId.split(".");
    return joinCall(parts.length > 2 && VERSION.test(parts[0] ?? "") ? parts.slice(1) : parts);
  }
  return undefined;
}

/**
 * Reads an `operationId` that begins with its group. Before an underscore, the group is a word of the tag or the
 * path: `pets_list` is `pets.list`; `list_pets` is not divided. In camelCase, the group is the tag.
 */
function readGroupedId({ operationId }: JsonMap, words: RouteWords): string | undefined {
  if (typeof operationId !== "string") return undefined;
  const { tag, literals } = words;
  const [group = "", name = "", ...furtherParts] = operationId.split("_");
  const isGroup = [tag, ...literals].some((word) => word !== "" && isSameGroup(word, group));
  if (isGroup && name !== "" && furtherParts.length === 0) return joinCall([group, name]);
  return tag === "" ? undefined : readCamelCaseId(operationId, words);
}

/**
 * Reads an `operationId` that begins with the tag, where a verb must follow: `petsList`, `petsGetByName`. Words
 * between the tag and a verb at the end are a resource.
 */
function readCamelCaseId(operationId: string, { tag, above }: RouteWords): string | undefined {
  const words = toKebabCase(operationId).split("-");
  const tagEnd = words.findIndex((_, index) =>
    isSameGroup(words.slice(0, index + 1).join("-"), tag),
  );
  const wordsAfter = tagEnd < 0 ? [] : words.slice(tagEnd + 1);
  const [first = "", last = ""] = [wordsAfter[0], wordsAfter.at(-1)];
  // With a version, the id repeats the path: `agents_api_v1_agents_get`.
  if (wordsAfter.some((word) => VERSION.test(word))) return undefined;
  if (VERBS_OF_METHODS.has(first)) return joinCall([...above, tag, wordsAfter.join("-")]);
  return VERBS_OF_METHODS.has(last)
    ? joinCall([...above, tag, wordsAfter.slice(0, -1).join("-"), last])
    : undefined;
}
