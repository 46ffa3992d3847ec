/**
 * Sends the calls of every operation through a generated client, and compares the requests with what
 * the description asks for. Prints the differences.
 */
import process from "node:process";
import { compareBody } from "./bodies.js";
import { type Call, expectRequest, listCalls } from "./calls.js";
import { readDocument } from "./document.js";
import { type Credential, listOperations, type Operation } from "./operations.js";
import { encode } from "./writing.js";
import {
  loadGenerated,
  type Generated,
  type AuthScheme,
  type SentRequest,
} from "./generated-client.js";
import { send, type Credentials } from "./send-call.js";
import { faultOfAccept } from "./accept.js";

/** The output, as JSON. */
export interface Compared {
  readonly operations: number;
  readonly requests: number;
  /** Number of parameters that were left out, because OpenAPI does not say how they are written. */
  readonly omitted: number;
  readonly differences: readonly string[];
}

/** The first way in that needs nothing of which only the caller knows. */
function chooseCredentials(
  { security }: Operation,
  schemes: readonly AuthScheme[],
): Credentials | string {
  const chosen = security.find((alternative) => alternative.every((each) => each !== undefined));
  const auth: Record<string, string> = {};
  const written = { header: {} as Record<string, string>, query: {} as Record<string, string> };
  for (const credential of chosen ?? []) {
    const scheme = schemes.find((each) => isAlike(each, credential));
    if (scheme === undefined) return `no scheme sends ${JSON.stringify(credential)}`;
    const secret = credential.prefix === "Basic " ? "user:password" : `credential-${scheme.name}`;
    auth[scheme.name] = secret;
    const text = credential.prefix === "Basic " ? btoa(secret) : secret;
    written[credential.in][credential.key] = credential.prefix + text;
  }
  return { auth, ...written };
}

function isAlike(scheme: AuthScheme, credential: Credential): boolean {
  return (
    scheme.in === credential?.in &&
    scheme.key === credential.key &&
    (scheme.prefix ?? "").toLowerCase() === credential.prefix.toLowerCase()
  );
}

async function* compareText(
  name: string,
  sent: SentRequest,
  expected: SentRequest,
): AsyncGenerator<string> {
  const [sentText, expectedText] = [await printRequest(sent), await printRequest(expected)];
  if (sentText !== expectedText) yield `${name} sends ${sentText}; expected ${expectedText}`;
}

/** A request as text, without what each request has of its own. */
async function printRequest({ url, method, headers, body }: SentRequest): Promise<string> {
  const isForm = body instanceof FormData;
  const text = isForm
    ? await Promise.all([...body].map(printPart))
    : await new Response(body as BodyInit).text();
  const comparedHeaders = [...headers].filter(([name]) => name !== "idempotency-key");
  return JSON.stringify([method, url, comparedHeaders, text]);
}

async function printPart([name, value]: [string, FormDataEntryValue]): Promise<string> {
  return `${name}: ${typeof value === "string" ? value : await value.text()}`;
}

/** Everything that differs. */
async function* compare(call: Call, generated: Generated): AsyncGenerator<string> {
  const { operation } = call;
  const credentials = chooseCredentials(operation, generated.schemes);
  if (typeof credentials === "string") yield `security: ${credentials}`;
  const { auth, header, query } =
    typeof credentials === "string" ? { auth: {}, header: {}, query: {} } : credentials;
  const {
    byRoute: sent,
    byMethod,
    byFunction,
    withoutCredentials,
    byEndpoint,
  } = await send(generated, call, auth);
  yield* compareText("the method of the class", byMethod, sent);
  yield* compareText("the function", byFunction, sent);
  yield* compareText("endpoint", byEndpoint, withoutCredentials);
  const expected = expectRequest(call);
  const [url = "", text] = sent.url.split("?", 2);
  if (sent.method.toUpperCase() !== operation.method.toUpperCase())
    yield `the method is ${sent.method}; expected ${operation.method}`;
  if (url !== expected.url) yield `the URL is ${url}; expected ${expected.url}`;
  const secrets = Object.entries(query).filter(
    ([name]) => !expected.query.some((pair) => pair.startsWith(`${encode(name)}=`)),
  );
  const pairs = [
    ...expected.query,
    ...secrets.map(([key, each]) => `${encode(key)}=${encode(each)}`),
  ];
  const got = text === undefined ? [] : text.split("&").sort();
  const wanted = pairs.sort().join("&");
  if (got.join("&") !== wanted) yield `the query is ${got.join("&")}; expected ${wanted}`;
  yield* compareHeaders(sent.headers, { ...header, ...expected.headers });
  const cookies = (sent.headers.get("cookie") ?? "").split("; ").sort().join("; ");
  if (cookies !== expected.cookies.join("; "))
    yield `the cookies are ${cookies}; expected ${expected.cookies.join("; ")}`;
  const contentType = sent.headers.get("content-type") ?? "";
  const body = await compareBody(call, { contentType, body: sent.body });
  if (body !== undefined) yield body;
  const accept = faultOfAccept(sent.headers.get("accept") ?? "", operation);
  if (accept !== undefined) yield accept;
}

/** Headers that are compared by themselves, and the one that says who sends. */
const COMPARED_APART = new Set(["accept", "content-type", "cookie", "user-agent"]);

function* compareHeaders(
  sent: Headers,
  expected: Readonly<Record<string, string>>,
): Generator<string> {
  for (const name of new Set([...sent.keys(), ...Object.keys(expected)])) {
    if (COMPARED_APART.has(name)) continue;
    const [got, wanted] = [sent.get(name) ?? undefined, expected[name]];
    if (got !== wanted) yield `the header ${name} is ${got}; expected ${wanted}`;
  }
}

const [description = "", folder = ""] = process.argv.slice(2);

const differences: string[] = [];

const counts = { operations: 0, requests: 0, omitted: 0 };

const document = readDocument(description);

const operations = [...listOperations(document)];

const generated = operations.length > 0 ? await loadGenerated(folder) : undefined;

for (const operation of operations) {
  counts.operations += 1;
  for (const call of listCalls(document, operation)) {
    counts.requests += 1;
    if (call.label === "everything") counts.omitted += call.omitted.length;
    const prefix = `${operation.route} (${call.label})`;
    try {
      if (generated === undefined) throw new Error("There is no client.");
      for await (const each of compare(call, generated)) differences.push(`${prefix}: ${each}`);
    } catch (error) {
      differences.push(`${prefix}: ${String(error)}`);
    }
  }
}

console.log(JSON.stringify({ ...counts, differences } satisfies Compared));
