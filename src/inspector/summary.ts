/** Facts that sources find for a row of the list: one line of the payload, and the error. */
import { isRecord, readPath } from "../base/values.js";
import type { InspectedDelivery } from "./types.js";

/** Largest body, in bytes, that is parsed for the names in a list. */
export const MAX_PARSED_FOR_NAMES = 64 * 1024;

/** Parses a body; `undefined` for one that is not JSON, such as a form. */
export function parseJson(body: Uint8Array | undefined): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(body));
  } catch {
    return undefined;
  }
}

/** Characters of a line: more are not seen, and a list holds many of them. */
const MAX_LINE = 160;

/**
 * Sums up a payload by number, title or name, amount, and repository.
 * @returns an empty text if there is nothing of the kind.
 */
export function summarizePayload(payload: unknown, event: string): string {
  if (!isRecord(payload)) return "";
  const subject = findSubject(payload, event);
  const parts = [findTitle(subject), findAmount(subject), findRepository(payload, subject)];
  const lines = new Set(parts.map(toLine).filter((line) => line !== "")); // a text may occur twice
  return cut([...lines].join(" · "));
}

/** Finds the error of a delivery: why it was refused, or which error its last attempt ended with. */
export function findError({ outcome, findings, history }: Unfinished): string | undefined {
  if (outcome === "done" || outcome === "received") return undefined;
  const [finding] = findings ?? [];
  if (finding !== undefined) return toLine(finding.text);
  const last = history?.findLast(({ error, handlers }) => error ?? handlers.some(isFailed));
  const error = last?.handlers.find(isFailed)?.error ?? last?.error;
  return error && toLine(error.message);
}

function isFailed({ error }: { readonly error?: unknown }): boolean {
  return error !== undefined;
}

/** Members that hold the object of an event, in payloads of many services. */
const SUBJECTS = [["data", "object"], ["data", "attributes"], ["data"], ["resource"], ["object"]];

const TITLES = ["title", "subject", "full_name", "name", "display_name", "summary", "email"];
const NUMBERS = ["number", "order_number", "iid"];
const AMOUNTS = ["amount", "amount_total", "total", "total_price", "amount_due"];

/** Finds the object that an event is about: the member that is named as the event, or a usual one. */
function findSubject(payload: Members, event: string): Members {
  const [name = ""] = event.split(/[.:/]/);
  const named = [name, name.replace(/s$/, ""), name.replace(/_?(?:events?|comments?)$/, "")];
  const paths = [...named.map((each) => [each]), ...SUBJECTS];
  const subject = paths.map((path) => readPath(payload, path)).find(isRecord);
  if (subject !== undefined) return subject;
  if (findTitle(payload) !== "") return payload;
  const others = Object.entries(payload).filter(([key]) => !CONTEXT.test(key));
  return others.map(([, value]) => value).find((value) => isTitled(value)) ?? payload;
}

/** Members that every payload of a service has, whatever its event is about. */
const CONTEXT = /^(?:repository|project|sender|user|organization|installation|enterprise|hook)$/;

function isTitled(value: unknown): value is Members {
  return isRecord(value) && findTitle(value) !== "";
}

function findTitle(subject: Members): string {
  const number = findText(subject, NUMBERS);
  const commit = subject["head_commit"];
  const title =
    findText(subject, TITLES) || (isRecord(commit) ? findText(commit, ["message"]) : "");
  const text = title || findText(subject, ["text", "message", "ref", "zen", "id"]);
  if (number === "") return text;
  return title === "" || title === `#${number}` ? `#${number}` : `#${number} ${title}`;
}

function findAmount(subject: Members): string {
  const amount = findText(subject, AMOUNTS);
  const currency = findText(subject, ["currency"]);
  return amount === "" || currency === "" ? amount : `${amount} ${currency.toUpperCase()}`;
}

function findRepository(payload: Members, subject: Members): string {
  const candidates = [payload["repository"], payload["project"], subject["repository"]];
  const repository = candidates.find(isRecord);
  return repository === undefined
    ? ""
    : findText(repository, ["full_name", "path_with_namespace", "name"]);
}

function findText(members: Members, names: readonly string[]): string {
  for (const name of names) {
    const value = Object.hasOwn(members, name) ? members[name] : undefined;
    if (typeof value === "number" || (typeof value === "string" && value !== "")) return `${value}`;
  }
  return "";
}

/** Takes the first line, without characters that cannot be seen. */
function toLine(text: string): string {
  const [line = ""] = text.trimStart().split(/[\r\n]/, 1);
  return cut(line.replace(/[\p{Cc}\p{Cf}\s]+/gu, " ").trim());
}

function cut(line: string): string {
  return line.length > MAX_LINE ? `${line.slice(0, MAX_LINE - 1)}…` : line;
}

// ---- Types

/** Parts of a delivery in which its error is. */
type Unfinished = Pick<InspectedDelivery, "outcome" | "findings" | "history">;

/** Members of a payload, or of an object in it. */
type Members = Readonly<Record<string, unknown>>;
