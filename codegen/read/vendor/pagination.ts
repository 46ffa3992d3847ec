/** Checks and reads pagination rules: those of `vendor.yaml`, and those of single routes. */
import { isMap, type JsonMap } from "../../model/json.js";
import { alternatives, nearestKey } from "../../model/messages.js";
import type { Pagination, PaginationRule, RoutePagination } from "../../model/client.js";
import { type Path, valueAt, type YamlDocument } from "../documents/yaml-document.js";

/** Complains about keys that the style of a rule needs or does not have. */
export function checkRule(document: YamlDocument, path: Path, rule: unknown): void {
  const style = valueAt(rule, "style");
  if (!isMap(rule) || typeof style !== "string" || !Object.hasOwn(STYLE_KEYS, style)) return;
  const [needed, optional] = STYLE_KEYS[style as Pagination["style"]]; // checked
  for (const key of needed.filter((each) => !(each in rule))) {
    const message = `The key \`${key}\` is missing; expected it beside the style \`${style}\`.`;
    document.complain(path, { message, atKey: true });
  }
  if (style === "link") checkNext(document, path, rule["next"]);
  checkSize(document, [...path, "size"], rule["size"]);
  const known = [...SHARED_KEYS, ...needed, ...optional];
  for (const key of Object.keys(rule).filter((each) => !known.includes(each))) {
    const message = `The key \`${key}\` does not belong to the style \`${style}\`; expected ${alternatives(known)}.`;
    document.complain([...path, key], { message, atKey: true });
  }
}

/** The keys that each style needs, and the others that it allows. */
const STYLE_KEYS: Readonly<
  Record<Pagination["style"], readonly [needed: string[], more: string[]]>
> = {
  link: [[], ["next"]],
  cursor: [
    ["parameter", "next"],
    ["more", "done"],
  ],
  offset: [["parameter"], ["first", "more", "done", "total", "size"]],
  page: [["parameter"], ["first", "more", "done", "total", "pages", "size"]],
};

/** The keys that each style allows. */
const SHARED_KEYS = ["style", "items", "routes"];

/** Complains about an address of the next page that is neither in the header `link` nor in the body. */
function checkNext(document: YamlDocument, path: Path, next: unknown): void {
  if (!isMap(next) || "body" in next) return;
  const message =
    "The address of the next page is not in the body; expected `{ body: … }`, or no `next` for the header `link`.";
  document.complain([...path, "next"], { message, atKey: true });
}

/** Complains about a size that is neither in the page nor the value of a parameter. */
function checkSize(document: YamlDocument, path: Path, size: unknown): void {
  if (!isMap(size)) return;
  const places = ["body", "parameter"].filter((key) => key in size);
  const isPlain =
    places.length === 1 && (places[0] === "parameter" || Object.keys(size).length === 1);
  if (isPlain) return;
  const got = Object.keys(size)
    .map((key) => `\`${key}\``)
    .join(" and ");
  const message = `The map has ${got}; expected \`body\` alone, or \`parameter\` with \`default\` and \`maximum\`.`;
  document.complain(path, { message, atKey: true });
}

/**
 * Complains about the pagination of a route: a rule, or the name of one.
 * @param names The names of the rules in `vendor.yaml`.
 */
export function checkRoutePagination(
  document: YamlDocument,
  key: string,
  pagination: unknown,
  names: readonly string[],
): void {
  if (isMap(pagination)) {
    checkRule(document, [key, "pagination"], pagination);
    return;
  }
  if (typeof pagination !== "string" || names.includes(pagination)) return;
  const expected =
    names.length > 0 ? alternatives(names) : "a rule under `pagination` of vendor.yaml";
  const message = `The rule \`${pagination}\` is undeclared; expected ${expected}.`;
  const suggestion = nearestKey(pagination, names);
  document.complain([key, "pagination"], { message, suggestion });
}

/** Reads a validated rule of `vendor.yaml`. */
export function readRule(name: string, rule: JsonMap): PaginationRule {
  const { query } = (rule["routes"] ?? {}) as { readonly query?: readonly string[] }; // validated
  return { name, ...readPagination(rule), ...(query && { query: [...query] }) };
}

/** Reads the validated pagination of a route; empty without one. */
export function readRoutePagination(entry: string | false | JsonMap | undefined): {
  readonly pagination?: RoutePagination;
} {
  if (entry === undefined) return {};
  return { pagination: isMap(entry) ? readPagination(entry) : entry };
}

/** Reads a validated rule, without its name and its routes. */
function readPagination({ routes: _routes, ...rule }: JsonMap): Pagination {
  const { next, size, ...ruleKeys } = rule as unknown as Pagination; // validated
  const inLowercase =
    next && "header" in next ? { header: next.header.toLowerCase() } : next && { ...next };
  return {
    ...ruleKeys,
    ...(inLowercase && { next: inLowercase }),
    ...(size && { size: { ...size } }),
  };
}
