/**
 * Sends the calls of every operation through a generated client, and compares the requests with what
 * the description asks for. Prints the differences.
 */
import process from "node:process";
import { faultOfAccept } from "./accept.js";
import { compareBody } from "./bodies.js";
import { type Call, type ExpectedRequest, expectRequest, listCalls } from "./calls.js";
import { readDocument } from "./document.js";
import {
  type AuthScheme,
  type Generated,
  loadGenerated,
  type SentRequest,
} from "./generated-client.js";
import { type Credential, listOperations, type Operation } from "./operations.js";
import { type Credentials, send } from "./send-call.js";
import { encode } from "./writing.js";

const NO_CREDENTIALS: Credentials = { auth: {}, header: {}, query: {} };

/** Headers that are compared by themselves, and the one that says who sends. */
const COMPARED_APART = new Set(["accept", "content-type", "cookie", "user-agent"]);

const [descriptionFile = "", clientFolder = ""] = process.argv.slice(2);
console.log(JSON.stringify(await compareAll(descriptionFile, clientFolder)));

async function compareAll(description: string, folder: string): Promise<Compared> {
  const document = readDocument(description);
  const operations = [...listOperations(document)];
  const generated = operations.length > 0 ? await loadGenerated(folder) : undefined;
  const differences: string[] = [];
  const counts = { operations: operations.length, requests: 0, omitted: 0 };
  for (const call of listAllCalls(document, operations)) {
    counts.requests += 1;
    if (call.label === "everything") counts.omitted += call.omitted.length;
    const prefix = `${call.operation.route} (${call.label})`;
    try {
      if (generated === undefined) throw new Error("There is no client.");
      for await (const each of compareCall(call, generated)) differences.push(`${prefix}: ${each}`);
    } catch (error) {
      differences.push(`${prefix}: ${String(error)}`);
    }
  }
  return { ...counts, differences };
}

/** Makes calls one by one, because those of a large description would fill the memory. */
function* listAllCalls(
  document: ReturnType<typeof readDocument>,
  operations: readonly Operation[],
): Generator<Call> {
  for (const operation of operations) yield* listCalls(document, operation);
}

/** Everything that differs in the requests of one call. */
async function* compareCall(call: Call, generated: Generated): AsyncGenerator<string> {
  const { operation } = call;
  const chosen = chooseCredentials(operation, generated.schemes);
  if (typeof chosen === "string") yield `security: ${chosen}`;
  const credentials = typeof chosen === "string" ? NO_CREDENTIALS : chosen;
  const { byRoute, byMethod, byFunction, withoutCredentials, byEndpoint } = await send(
    generated,
    call,
    credentials.auth,
  );
  yield* compareText("the method of the class", byMethod, byRoute);
  yield* compareText("the function", byFunction, byRoute);
  yield* compareText("endpoint", byEndpoint, withoutCredentials);
  const expected = expectRequest(call);
  yield* compareAddress(byRoute, operation.method, expected, credentials.query);
  yield* compareHeaders(byRoute.headers, expected, credentials.header);
  const contentType = byRoute.headers.get("content-type") ?? "";
  const body = await compareBody(call, { contentType, body: byRoute.body });
  if (body !== undefined) yield body;
  const accept = faultOfAccept(byRoute.headers.get("accept") ?? "", operation);
  if (accept !== undefined) yield accept;
}

// ---- Credentials

/** Credentials for the first alternative that the client can send, or the reason why there are none. */
function chooseCredentials(
  { security }: Operation,
  schemes: readonly AuthScheme[],
): Credentials | string {
  const chosen = security.find((alternative) => alternative.every((each) => each !== undefined));
  const auth: Record<string, string> = {};
  const written = { header: {} as Record<string, string>, query: {} as Record<string, string> };
  for (const credential of chosen ?? []) {
    const scheme = schemes.find((each) => isSchemeOf(each, credential));
    if (scheme === undefined) return `no scheme sends ${JSON.stringify(credential)}`;
    const secret = credential.prefix === "Basic " ? "user:password" : `credential-${scheme.name}`;
    auth[scheme.name] = secret;
    const text = credential.prefix === "Basic " ? btoa(secret) : secret;
    written[credential.in][credential.key] = credential.prefix + text;
  }
  return { auth, ...written };
}

function isSchemeOf(scheme: AuthScheme, credential: Credential): boolean {
  return (
    scheme.in === credential?.in &&
    scheme.key === credential.key &&
    (scheme.prefix ?? "").toLowerCase() === credential.prefix.toLowerCase()
  );
}

// ---- Two requests of one call

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

// ---- A request and what OpenAPI asks for

/** Compares method, URL and query. */
function* compareAddress(
  sent: SentRequest,
  method: string,
  expected: ExpectedRequest,
  secrets: Credentials["query"],
): Generator<string> {
  const [url = "", query] = sent.url.split("?", 2);
  if (sent.method.toUpperCase() !== method.toUpperCase())
    yield `the method is ${sent.method}; expected ${method}`;
  if (url !== expected.url) yield `the URL is ${url}; expected ${expected.url}`;
  // A parameter of the call takes the place of a credential with its name.
  const addedSecrets = Object.entries(secrets).filter(
    ([name]) => !expected.query.some((pair) => pair.startsWith(`${encode(name)}=`)),
  );
  const expectedPairs = [
    ...expected.query,
    ...addedSecrets.map(([key, each]) => `${encode(key)}=${encode(each)}`),
  ];
  const sentPairs = query === undefined ? [] : query.split("&");
  const [sentQuery, expectedQuery] = [sentPairs, expectedPairs].map((pairs) =>
    pairs.sort().join("&"),
  );
  if (sentQuery !== expectedQuery) yield `the query is ${sentQuery}; expected ${expectedQuery}`;
}

/** Compares headers, cookies by themselves. */
function* compareHeaders(
  sent: Headers,
  expected: ExpectedRequest,
  secrets: Credentials["header"],
): Generator<string> {
  const expectedHeaders: Readonly<Record<string, string>> = { ...secrets, ...expected.headers };
  for (const name of new Set([...sent.keys(), ...Object.keys(expectedHeaders)])) {
    if (COMPARED_APART.has(name)) continue;
    const [sentText, expectedText] = [sent.get(name) ?? undefined, expectedHeaders[name]];
    if (sentText !== expectedText)
      yield `the header ${name} is ${sentText}; expected ${expectedText}`;
  }
  const sentCookies = (sent.get("cookie") ?? "").split("; ").sort().join("; ");
  const expectedCookies = expected.cookies.join("; ");
  if (sentCookies !== expectedCookies)
    yield `the cookies are ${sentCookies}; expected ${expectedCookies}`;
}

// ---- Types

/** The output, as JSON. */
export interface Compared {
  readonly operations: number;
  readonly requests: number;
  /** Number of parameters that were left out, because OpenAPI does not say how they are written. */
  readonly omitted: number;
  readonly differences: readonly string[];
}
