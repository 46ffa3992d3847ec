/** Sums up a payload in one line for the list, such as `#7 Login fails · acme/app` or `in_1 · 2000 USD`. */
import { isRecord, readPath } from "../base/values.js";
import { cutLine, toLine } from "./row-text.js";

/**
 * Sums up a payload by number, title or name, amount, and repository.
 * @returns an empty text if there is nothing of the kind.
 */
export function summarizePayload(payload: unknown, event: string): string {
  if (!isRecord(payload)) return "";
  const subject = findSubject(payload, event);
  const parts = [findTitle(subject), findAmount(subject), findRepository(payload, subject)];
  const lines = new Set(parts.map(toLine).filter((line) => line !== "")); // a text may occur twice
  return cutLine([...lines].join(" · "));
}

// ---- The object that an event is about

function findSubject(payload: Members, event: string): Members {
  return findNamed(payload, event) ?? findUsual(payload) ?? findTitled(payload) ?? payload;
}

/** Finds the member that is named as the event. `issue` is that of `issue`, `issues.opened` and `issue_comment`. */
function findNamed(payload: Members, event: string): Members | undefined {
  const [name = ""] = event.split(/[.:/]/); // `issues` of `issues.opened`, `orders` of `orders/create`
  const names = [name, name.replace(/s$/, ""), name.replace(/_?(?:events?|comments?)$/, "")];
  return names.map((each) => readPath(payload, [each])).find(isRecord);
}

/** Members that hold the object of an event, in payloads of many services. */
const USUAL_PATHS = [
  ["data", "object"],
  ["data", "attributes"],
  ["data"],
  ["resource"],
  ["object"],
];

function findUsual(payload: Members): Members | undefined {
  return USUAL_PATHS.map((path) => readPath(payload, path)).find(isRecord);
}

/** Finds what has a title: the payload itself, as in `{"title":"a"}`, or a member, as in `{"thing":{"title":"a"}}`. */
function findTitled(payload: Members): Members | undefined {
  if (isTitled(payload)) return payload;
  const others = Object.entries(payload).filter(([key]) => !CONTEXT.test(key));
  return others.map(([, value]) => value).find(isTitled);
}

/** Members that every payload of a service has, whatever its event is about. */
const CONTEXT = /^(?:repository|project|sender|user|organization|installation|enterprise|hook)$/;

function isTitled(value: unknown): value is Members {
  return isRecord(value) && findTitle(value) !== "";
}

// ---- Parts of the line

const NUMBERS = ["number", "order_number", "iid"];
const TITLES = ["title", "subject", "full_name", "name", "display_name", "summary", "email"];
/** Members that tell something of an object that has neither a number nor a title. */
const OTHER_TEXTS = ["text", "message", "ref", "zen", "id"];
const AMOUNTS = ["amount", "amount_total", "total", "total_price", "amount_due"];

/** Finds the title of an object with its number: `#7 Login fails`, `#7`, `Login fails`, or another text such as `in_1`. */
function findTitle(subject: Members): string {
  const number = findText(subject, NUMBERS);
  const title = findText(subject, TITLES) || findCommitMessage(subject);
  if (number === "") return title || findText(subject, OTHER_TEXTS);
  const isNumber = title === `#${number}`; // such as the name of an order
  return title === "" || isNumber ? `#${number}` : `#${number} ${title}`;
}

/** Finds the message of a push: `Fix it` of `{"head_commit":{"message":"Fix it"}}`. */
function findCommitMessage(subject: Members): string {
  const commit = subject["head_commit"];
  return isRecord(commit) ? findText(commit, ["message"]) : "";
}

/** Finds an amount with its currency: `2000 USD`, or `2000` where none is named. */
function findAmount(subject: Members): string {
  const amount = findText(subject, AMOUNTS);
  const currency = findText(subject, ["currency"]);
  return amount === "" || currency === "" ? amount : `${amount} ${currency.toUpperCase()}`;
}

/** Finds the name of a repository: `acme/app`. */
function findRepository(payload: Members, subject: Members): string {
  const candidates = [payload["repository"], payload["project"], subject["repository"]];
  const repository = candidates.find(isRecord);
  return repository === undefined
    ? ""
    : findText(repository, ["full_name", "path_with_namespace", "name"]);
}

/** Reads the first of some members that is a number or a text. */
function findText(members: Members, names: readonly string[]): string {
  for (const name of names) {
    const value = Object.hasOwn(members, name) ? members[name] : undefined;
    if (typeof value === "number" || (typeof value === "string" && value !== "")) return `${value}`;
  }
  return "";
}

// ---- Types

/** Members of a payload, or of an object in it. */
type Members = Readonly<Record<string, unknown>>;
