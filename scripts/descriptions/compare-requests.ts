/**
 * Builds a request for every operation with a generated client, and compares it with what the
 * description asks for. Prints the differences.
 */
import process from "node:process";
import { pathToFileURL } from "node:url";
import { readDescriptionFile } from "../../codegen/cli/description-file.js";
import { type ExpectedRequest, type Json, listOperations, pairsOf } from "./operations.js";

interface Built {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

type Endpoint = (route: string, parameters: object) => Built;

/** Names that are options of a call. */
const OPTIONS = new Set(
  "url method baseUrl headers mediaType request data parameters variables".split(" "),
);

const UNKNOWN_ADDRESS = "https://api.unknown.example";

/** What differs, or `undefined`. */
function compare(expected: ExpectedRequest, endpoint: Endpoint): string | undefined {
  const call: Record<string, Json> = {};
  const named: Record<string, Json> = {};
  for (const [name, value] of Object.entries(expected.parameters)) {
    (OPTIONS.has(name) ? named : call)[name] = value;
  }
  if (Object.keys(named).length > 0) call["parameters"] = named;
  if (expected.data !== undefined) call["data"] = expected.data;
  if (expected.base === undefined) call["baseUrl"] = UNKNOWN_ADDRESS;
  let built: Built;
  try {
    built = endpoint(expected.route, call);
  } catch (error) {
    return String(error);
  }
  const [address = "", text] = built.url.split("?", 2);
  const query = text === undefined ? [] : pairsOf(text).sort();
  const wanted = (expected.base ?? UNKNOWN_ADDRESS) + expected.path;
  if (address !== wanted) return `the URL is ${address}; expected ${wanted}`;
  if (query.join("&") !== expected.query.join("&")) {
    return `the query is ${query.join("&")}; expected ${expected.query.join("&")}`;
  }
  for (const [name, value] of Object.entries(expected.headers)) {
    if (built.headers[name] === value) continue;
    return `the header ${name} is ${built.headers[name]}; expected ${value}`;
  }
  return compareBody(expected, built);
}

function compareBody(
  { data, contentType = "" }: ExpectedRequest,
  built: Built,
): string | undefined {
  if (data === undefined) return undefined;
  const type = built.headers["content-type"] ?? "";
  const bare = (text: string): string => text.replace(/\s*;.*$/, "").toLowerCase();
  const isMultipart = /^multipart\//i.test(contentType);
  if (!isMultipart && bare(type) !== bare(contentType)) {
    return `the content type is ${type}; expected ${contentType}`;
  }
  const got = readBody(built.body);
  const wanted = /form/i.test(contentType)
    ? JSON.stringify(Object.entries(data as object))
    : JSON.stringify(data);
  return got === wanted ? undefined : `the body is ${got}; expected ${wanted}`;
}

function readBody(body: unknown): string {
  if (body instanceof FormData) return JSON.stringify([...body.entries()]);
  if (body instanceof URLSearchParams) return JSON.stringify([...body.entries()]);
  if (typeof body === "string" && /^[^{["]*=/.test(body)) {
    return JSON.stringify([...new URLSearchParams(body).entries()]);
  }
  return JSON.stringify(body);
}

const [description = "", generated = ""] = process.argv.slice(2);
const { root } = await readDescriptionFile(description);
const client = (await import(pathToFileURL(generated).href)) as { readonly endpoint?: Endpoint };
let compared = 0;
const differences: string[] = [];
for (const expected of listOperations(root)) {
  compared += 1;
  const difference =
    client.endpoint === undefined ? "there is no endpoint" : compare(expected, client.endpoint);
  if (difference !== undefined) differences.push(`${expected.route}: ${difference}`);
}
console.log(JSON.stringify({ compared, differences }));
