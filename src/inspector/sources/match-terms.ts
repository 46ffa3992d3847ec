/** Compares the terms of a search with a delivery. A payload is visited as far as a budget allows. */
import { isRecord } from "../../base/values.js";
import type { InspectedDelivery } from "../types.js";
import type { Term } from "./query.js";

/** Delivery as a search looks at it. */
export interface SearchedDelivery extends Pick<InspectedDelivery, "body" | "headers"> {
  readonly payload: unknown;
}

/**
 * Tells if a delivery matches every term.
 * @param hiddenHeaders names in lower case: a search must not reveal the values that the page hides.
 */
export function matchesTerms(
  terms: readonly Term[],
  delivery: SearchedDelivery,
  hiddenHeaders: ReadonlySet<string> = new Set(),
): boolean {
  const headers = (delivery.headers ?? []).filter(
    ([name]) => !hiddenHeaders.has(name.toLowerCase()),
  );
  return terms.every((term) =>
    term.kind === "text"
      ? hasText({ ...delivery, headers }, term.text)
      : isHeader(headers, term) || hasMember(delivery.payload, term),
  );
}

/** Tells if a text is in a body, a payload or a header; ASCII letters match in either case. */
export function hasText({ body, payload, headers = [] }: SearchedDelivery, text: string): boolean {
  const lowercase = text.toLowerCase();
  const has = (searched: string): boolean => searched.toLowerCase().includes(lowercase);
  if (headers.some(([name, value]) => has(`${name}: ${value}`))) return true;
  if (body !== undefined && has(new TextDecoder().decode(body))) return true;
  return payload !== undefined && has(JSON.stringify(payload)); // parsed from a form, for example
}

function isHeader(headers: Headers, { name, value }: Named): boolean {
  const lowercase = value.toLowerCase();
  return headers.some(
    ([header, content]) =>
      header.toLowerCase() === name.toLowerCase() && content.toLowerCase().includes(lowercase),
  );
}

/** Values of one payload that a search looks at, so that a hostile payload takes no longer than another. */
const MAX_VALUES = 100_000;

/** Looks for `a.b` at any depth: a member `a` whose member `b` is or contains the value. */
function hasMember(payload: unknown, { name, value }: Named): boolean {
  const path = name.toLowerCase().split(".");
  const lowercase = value.toLowerCase();
  const budget = { left: MAX_VALUES };
  for (const target of visitTargets(payload, path, budget))
    if (containsValue(target, lowercase, budget)) return true;
  return false;
}

/** Visits what the path leads to from each object of the payload: for `user.login`, the login of each user. */
function* visitTargets(payload: unknown, path: readonly string[], budget: Budget): Generator {
  const [first = "", ...rest] = path;
  for (const holder of visitValues(payload, budget))
    for (const member of listMembers(holder, first)) yield rest.reduce<unknown>(readMember, member);
}

function readMember(holder: unknown, name: string): unknown {
  return listMembers(holder, name)[0];
}

/** Lists the members with a name in lower case; `id` and `ID` are two of one name. */
function listMembers(holder: unknown, name: string): readonly unknown[] {
  if (!isRecord(holder)) return [];
  const entries = Object.entries(holder).filter(([key]) => key.toLowerCase() === name);
  return entries.map(([, member]) => member);
}

function containsValue(target: unknown, lowercase: string, budget: Budget): boolean {
  for (const value of visitValues(target, budget)) if (isValue(value, lowercase)) return true;
  return false;
}

/** Visits a value and everything in it, until the budget is spent. */
function* visitValues(value: unknown, budget: Budget): Generator {
  const waiting = [value];
  while (waiting.length > 0 && budget.left > 0) {
    budget.left--;
    const visited = waiting.pop();
    yield visited;
    if (typeof visited !== "object" || visited === null) continue;
    for (const member of Object.values(visited)) waiting.push(member);
  }
}

/** A text matches if it contains what is searched for; a number, a boolean or `null` if it is that. */
function isValue(value: unknown, lowercase: string): boolean {
  if (typeof value === "string") return value.toLowerCase().includes(lowercase);
  return typeof value !== "object" || value === null ? String(value) === lowercase : false;
}

// ---- Types

/** Number of values that a search may still visit. */
interface Budget {
  left: number;
}

type Named = Extract<Term, { kind: "named" }>;
type Headers = NonNullable<InspectedDelivery["headers"]>;
