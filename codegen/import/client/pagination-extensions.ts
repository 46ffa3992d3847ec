/** Reads pagination rules from the extensions of Speakeasy and Fern. */
import { isMap, itemsOf, type Json, type JsonMap, mapOf, textOf } from "../../model/json.js";
import type { Pagination } from "../../model/client.js";
import type { DescribedOperation } from "../model/operations.js";

/** The extensions of operations that {@link readPaginationExtension} reads. */
export const PAGINATION_EXTENSIONS: ReadonlySet<string> = new Set([
  "x-speakeasy-pagination",
  "x-fern-pagination",
]);

/**
 * Reads the rule of `x-speakeasy-pagination` or `x-fern-pagination`.
 * @returns `undefined` without an extension, or for a rule that the client cannot follow.
 */
export function readPaginationExtension(
  root: JsonMap,
  { operation }: Pick<DescribedOperation, "operation">,
): Pagination | undefined {
  const speakeasy = operation["x-speakeasy-pagination"];
  if (isMap(speakeasy)) return readSpeakeasyPagination(speakeasy);
  const fernRule = operation["x-fern-pagination"];
  const fern = fernRule === true ? root["x-fern-pagination"] : fernRule;
  return isMap(fern) ? readFernPagination(fern) : undefined;
}

function readSpeakeasyPagination({ type, inputs, outputs }: JsonMap): Pagination | undefined {
  const { results, nextCursor } = mapOf(outputs);
  const nameOf = (kind: string): string | undefined => {
    const input = itemsOf(inputs)
      .map(mapOf)
      .find((each) => each["type"] === kind);
    return textOf(input?.["name"])?.replace(/^\$\.(?=\w+$)/, "");
  };
  const items = itemsAt(toDottedPath(results));
  if (type === "cursor") {
    const parameter = nameOf("cursor");
    const next = toDottedPath(nextCursor);
    if (parameter === undefined || next === undefined || next === "") return undefined;
    return { style: "cursor", parameter, next: cursorAt(next, items.items), ...items };
  }
  const [page, offset] = [nameOf("page"), nameOf("offset")];
  if (type !== "offsetLimit") return undefined;
  if (page !== undefined) return { style: "page", parameter: page, ...items };
  return offset === undefined ? undefined : { style: "offset", parameter: offset, ...items };
}

/** Tells a property of the last item (`data.-1.id`) from one of the page. */
function cursorAt(next: string, items = ""): NonNullable<Pagination["next"]> {
  const start = items === "" ? "-1." : `${items}.-1.`;
  return next.startsWith(start) ? { item: next.slice(start.length) } : { body: next };
}

function itemsAt(path: string | undefined): { readonly items?: string } {
  return path === undefined || path === "" ? {} : { items: path };
}

/** Converts a JSONPath such as `$.meta.next` or `$.data[-1].id` to a dotted path. */
function toDottedPath(path: Json): string | undefined {
  if (typeof path !== "string" || !/^\$(?:\.[\w-]+|\[-1:?\])*$/.test(path)) return undefined;
  return path
    .slice(1)
    .replace(/\[-1:?\]/g, ".-1")
    .replace(/^\./, "");
}

/** Reads paths such as `$request.cursor` and `$response.page.next`. */
function readFernPagination({
  cursor,
  next_cursor: next,
  offset,
  step,
  results,
}: JsonMap): Pagination | undefined {
  const items = itemsAt(readPart(results, "$response"));
  const parameter = readPart(cursor ?? offset, "$request");
  if (parameter === undefined || !/^[^.]+$/.test(parameter)) return undefined;
  if (cursor === undefined)
    return { style: step === undefined ? "page" : "offset", parameter, ...items };
  const body = readPart(next, "$response");
  return body === undefined ? undefined : { style: "cursor", parameter, next: { body }, ...items };
}

/** The path behind a start such as `$response`; `undefined` if the text has another form. */
function readPart(text: Json, start: string): string | undefined {
  const isPart = typeof text === "string" && text.startsWith(`${start}.`);
  const path = isPart ? text.slice(start.length + 1) : "";
  return /^[^.\s]+(?:\.[^.\s]+)*$/.test(path) ? path : undefined;
}
