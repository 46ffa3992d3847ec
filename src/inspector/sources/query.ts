/** Searches as people type them: `repository:acme action:opened "some text"`. */
import { isRecord } from "../../base/values.js";
import { OUTCOMES, type InspectedDelivery, type InspectorFilter } from "../types.js";

/** Part of a search. All parts must match. */
export type Term =
  | { readonly kind: "text"; readonly text: string }
  /** A member of the payload at any depth, or a header. */
  | { readonly kind: "named"; readonly name: string; readonly value: string };

export interface Query {
  /** Filter that each source knows. */
  readonly filter: Pick<InspectorFilter, "event" | "action" | "outcome" | "id">;
  readonly terms: readonly Term[];
}

/** A name with its value, or a text; each may be in quotes. Quotes that are not closed end with the search. */
const PART = /(?:([A-Za-z_@$][\w.$@-]*):(?!\/\/))?(?:"((?:[^"\\]|\\.)*)"?|([^\s"]+))/gu;

/** A name whose value is about to be typed. */
const LONE_NAME = /^[A-Za-z_@$][\w.$@-]*:$/;

/** Parses a search. Every text has a meaning, because people see results while they type. */
export function parseQuery(search: string): Query {
  const terms: Term[] = [];
  const filter: { -readonly [Name in keyof Query["filter"]]: Query["filter"][Name] } = {};
  for (const [, name, quoted, plain] of search.matchAll(PART)) {
    const value = quoted === undefined ? (plain ?? "") : quoted.replace(/\\(.)/g, "$1");
    const outcome = OUTCOMES.find((each) => each === value);
    if (value === "" || LONE_NAME.test(plain ?? "")) continue;
    if (name === undefined) terms.push({ kind: "text", text: value });
    else if (name === "outcome" && outcome !== undefined) filter.outcome = outcome;
    else if (name === "event" || name === "action" || name === "id") filter[name] = value;
    else terms.push({ kind: "named", name, value });
  }
  return { filter, terms };
}

/** The longest text of a search: few deliveries hold it, so that few others need a closer look. */
export function chooseText(terms: readonly Term[]): string | undefined {
  const texts = terms.map((term) => (term.kind === "text" ? term.text : term.value));
  return texts.reduce<string | undefined>(
    (longest, text) => (text.length > (longest?.length ?? 0) ? text : longest),
    undefined,
  );
}

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
  const [first = "", ...rest] = name.toLowerCase().split(".");
  const lowercase = value.toLowerCase();
  const budget = { left: MAX_VALUES };
  for (const holder of visitValues(payload, budget)) {
    if (!isRecord(holder)) continue;
    for (const [key, member] of Object.entries(holder)) {
      if (key.toLowerCase() !== first) continue;
      const target = rest.reduce<unknown>(readMember, member);
      if (containsValue(target, lowercase, budget)) return true;
    }
  }
  return false;
}

function readMember(holder: unknown, name: string): unknown {
  if (!isRecord(holder)) return undefined;
  return Object.entries(holder).find(([key]) => key.toLowerCase() === name)?.[1];
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
