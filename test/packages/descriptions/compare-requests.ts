/**
 * Sends the calls of every operation through a generated client, and compares the requests with what
 * the description asks for. Prints the differences.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { pathToFileURL } from "node:url";
import { readMethods } from "../../../src/catalog/method-lines.js";
import { compareBody } from "./bodies.js";
import { BytesSample, type Call, expectRequest, listCalls, UNKNOWN_ADDRESS } from "./calls.js";
import { type Json, mapOf, readDocument } from "./document.js";
import { type Credential, listOperations, type Operation } from "./operations.js";
import { FileSample } from "./samples.js";
import { encode } from "./writing.js";

/** The output, as JSON. */
export interface Compared {
  readonly operations: number;
  readonly requests: number;
  /** Number of parameters that were left out, because OpenAPI does not say how they are written. */
  readonly omitted: number;
  readonly differences: readonly string[];
}

interface SentRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: Headers;
  readonly body: unknown;
}

interface Client {
  request(route: string, parameters: object): Promise<unknown>;
  stream(route: string, parameters: object): { response(): Promise<unknown> };
}

interface AuthScheme {
  readonly name: string;
  readonly in: string;
  readonly key: string;
  readonly prefix?: string;
}

interface Generated {
  readonly createClient: (options: object) => Client;
  readonly schemes: readonly AuthScheme[];
  /** The class, with a method for each route. */
  readonly Sdk: new (options: object) => object;
  /** Dotted names of methods, by route. */
  readonly methods: ReadonlyMap<string, string>;
  /** A client that knows no route, and each function that brings its own. */
  readonly createCore: (options: object) => object;
  readonly functions: ReadonlyMap<string, Method>;
  readonly endpoint: Endpoint;
  readonly toRequest: (built: BuiltRequest) => Request;
}

interface BuiltRequest extends Omit<SentRequest, "headers"> {
  readonly headers: Readonly<Record<string, string>>;
}

interface Endpoint {
  (route: string, parameters: object): BuiltRequest;
  defaults(options: object): Endpoint;
}

/** A scheme of a client without `auth` in its catalog. */
const BEARER: AuthScheme = { name: "", in: "header", key: "authorization", prefix: "Bearer " };

async function loadGenerated(folder: string): Promise<Generated | undefined> {
  const load = (file: string): Promise<object> => import(pathToFileURL(join(folder, file)).href);
  const { createClient } = (await load("client.ts")) as Pick<Generated, "createClient">;
  const { clientCatalog } = (await load("client-catalog.ts")) as { clientCatalog: object };
  const { auth = [BEARER] } = clientCatalog as { auth?: readonly AuthScheme[] };
  const { sdkCatalog } = (await load("sdk-catalog.ts")) as { sdkCatalog: Resources };
  const sdk = (await load("sdk.ts")) as Readonly<Record<string, Generated["Sdk"]>>;
  const { [sdkCatalog.name]: Sdk } = sdk;
  if (Sdk === undefined) throw new Error(`There is no class ${sdkCatalog.name}.`);
  const methods = listMethods(sdkCatalog);
  const core = (await load("core.ts")) as Pick<Generated, "createClient">;
  const { endpoint, toRequest } = (await load("endpoint.ts")) as Pick<
    Generated,
    "endpoint" | "toRequest"
  >;
  return {
    createClient,
    schemes: auth,
    Sdk,
    methods,
    createCore: core.createClient,
    functions: await loadFunctions(folder, methods),
    endpoint,
    toRequest,
  };
}

/**
 * Loads the function of each route. The name of a file is that of its resource but for letter case and
 * suffixes, so that it is found by its interface: each file says in a comment whose methods it has.
 */
async function loadFunctions(
  folder: string,
  methods: ReadonlyMap<string, string>,
): Promise<ReadonlyMap<string, Method>> {
  const byResource = new Map<string, Readonly<Record<string, Method>>>();
  const base = join(folder, "methods");
  for (const file of readdirSync(base, { recursive: true, encoding: "utf8" })) {
    if (!file.endsWith(".ts")) continue;
    const path = join(base, file);
    const [, resource = ""] =
      /^\/\*\* (?:All methods|Methods of `([^`]*)`)/m.exec(readFileSync(path, "utf8")) ?? [];
    byResource.set(
      resource,
      (await import(pathToFileURL(path).href)) as Readonly<Record<string, Method>>,
    );
  }
  return new Map(
    [...methods].flatMap(([route, name]) => {
      const [, resource = "", method = ""] = /^(?:(.*)\.)?([^.]+)$/.exec(name) ?? [];
      const found = byResource.get(resource)?.[method];
      return found ? [[route, found] as const] : [];
    }),
  );
}

interface Resources {
  readonly name: string;
  readonly resources: Readonly<Record<string, string>>;
}

/** @throws Error for a name that two methods share. */
function listMethods({ resources }: Resources): ReadonlyMap<string, string> {
  const names = new Set<string>();
  const methods = new Map<string, string>();
  for (const [path, text] of Object.entries(resources)) {
    for (const { name, route } of readMethods(text)) {
      const whole = [...(path === "" ? [] : [path]), name].join(".");
      if (names.has(whole)) throw new Error(`Two methods are called ${whole}.`);
      names.add(whole);
      methods.set(route, whole);
    }
  }
  return methods;
}

/** Credentials of a call, by their place in the request. */
interface Credentials {
  readonly auth: Readonly<Record<string, string>>;
  readonly header: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
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

/** A client of one scheme takes the credential itself. */
function toOption(auth: Credentials["auth"], schemes: readonly AuthScheme[]): object {
  const [first] = Object.values(auth);
  if (first === undefined) return {};
  return { auth: schemes.length === 1 ? first : auth };
}

/** The same call in each way. A route that streams is opened as a stream. */
interface Sent {
  readonly byRoute: SentRequest;
  readonly byMethod: SentRequest;
  readonly byFunction: SentRequest;
  /** By its route and by `endpoint`, both without credentials. */
  readonly withoutCredentials: SentRequest;
  readonly byEndpoint: SentRequest;
}

async function send(
  generated: Generated,
  { operation, arguments: args }: Call,
  auth: Credentials["auth"],
): Promise<Sent> {
  const { route } = operation;
  const address = operation.server.address === undefined && { baseUrl: UNKNOWN_ADDRESS };
  const catchRequest = async (
    call: (options: object) => Promise<unknown>,
  ): Promise<SentRequest> => {
    const sent: SentRequest[] = [];
    await call({
      retry: 0,
      ...address,
      fetch(url: string, { method, headers, body }: RequestInit): Promise<Response> {
        sent.push({ url, method: method ?? "GET", headers: new Headers(headers), body });
        return Promise.resolve(new Response(null, { status: 204 }));
      },
    });
    const [first, ...others] = sent;
    if (!first || others.length > 0) throw new Error(`${sent.length} requests were sent.`);
    return first;
  };
  const credentials = toOption(auth, generated.schemes);
  const parameters = (): object => mapOf(toRuntime(args));
  const call = generated.functions.get(route);
  if (call === undefined) throw new Error(`There is no function for ${route}.`);
  let isStream = false as boolean; // set by the call below
  const request = async (options: object): Promise<void> => {
    isStream = await requestOrStream(generated.createClient(options), route, parameters());
  };
  const withoutCredentials = await catchRequest(request);
  // `endpoint` knows no streams: its caller says which media type it expects (contract I.1).
  const { accept } = Object.fromEntries(withoutCredentials.headers);
  const ofEndpoint: { readonly headers?: object } = parameters(); // a call may choose its content type
  const streamed = { ...ofEndpoint, headers: { ...ofEndpoint.headers, accept } };
  return {
    byRoute: await catchRequest((options) => request({ ...options, ...credentials })),
    byMethod: await catchRequest((options) =>
      openResult(findMethod(generated, operation, { ...options, ...credentials })(parameters())),
    ),
    byFunction: await catchRequest((options) =>
      openResult(call(generated.createCore({ ...options, ...credentials }), parameters())),
    ),
    withoutCredentials,
    byEndpoint: await build(generated, route, isStream ? streamed : ofEndpoint, address),
  };
}

/** Resolves to true for a route that was opened as a stream. */
async function requestOrStream(
  client: Client,
  route: string,
  parameters: object,
): Promise<boolean> {
  try {
    await client.request(route, parameters);
    return false;
  } catch (error) {
    if ((error as { readonly code?: unknown }).code !== "STREAM_ROUTE") throw error;
    await client.stream(route, parameters).response();
    return true;
  }
}

/** What a method gives is a promise, or for a route that streams an iterator with its response. */
async function openResult(
  result: Promise<unknown> | { response(): Promise<unknown> },
): Promise<void> {
  await ("response" in result ? result.response() : result);
}

/** The body of `endpoint` is a value, which `toRequest` writes. */
async function build(
  { endpoint, toRequest }: Generated,
  route: string,
  parameters: object,
  address: object | false,
): Promise<SentRequest> {
  const built = (address ? endpoint.defaults(address) : endpoint)(route, parameters);
  const { url, method, headers, body } = built;
  const written = body instanceof FormData ? body : await toRequest(built).arrayBuffer();
  return { url, method: method.toUpperCase(), headers: new Headers(headers), body: written };
}

type Method = (...args: readonly unknown[]) => Promise<unknown> | { response(): Promise<unknown> };

/** The method of an operation, of a new instance of the class. */
function findMethod({ Sdk, methods }: Generated, { route }: Operation, options: object): Method {
  const name = methods.get(route);
  if (name === undefined) throw new Error(`There is no method for ${route}.`);
  const found = name
    .split(".")
    .reduce<Json>((owner, key) => (owner as Record<string, Json>)[key], new Sdk(options));
  if (typeof found === "function") return found as Method; // as the generator writes it
  throw new Error(`The class has no method ${name}.`);
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

/** Files and bytes in place of their samples. */
function toRuntime(value: Json): Json {
  if (value instanceof FileSample) return new Blob([value.text]);
  if (value instanceof BytesSample) return new TextEncoder().encode(value.text);
  if (Array.isArray(value)) return value.map(toRuntime);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, toRuntime(each)]));
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

/**
 * The preferred type of each success is asked for, in order, before those of errors; nothing is asked
 * for that no response has.
 */
function faultOfAccept(accept: string, { success, errors }: Operation): string | undefined {
  const asked = accept.split(",").map((each) =>
    each
      .trim()
      .replace(/\s*;.*$/s, "")
      .toLowerCase(),
  );
  const typesOf = (lists: readonly (readonly string[])[]): readonly string[] =>
    lists.flat().map((type) => type.replace(/\s*;.*$/s, "").toLowerCase());
  const [good, bad] = [typesOf(success), typesOf(errors)];
  if (good.length + bad.length === 0 || asked.includes("*/*")) return undefined;
  // `client.stream()` asks for the stream alone.
  const [only = "", ...others] = asked;
  if (others.length === 0 && /event-stream|jsonl|ndjson|json-seq/.test(only) && good.includes(only))
    return undefined;
  const preferred = typesOf(success.map(([first = ""]) => [first]));
  const missing = preferred.find((type) => !asked.includes(type) && type !== "*/*");
  const shown = `accept is ${accept}; expected ${[...new Set([...good, ...bad])].join(", ")}`;
  if (missing !== undefined && !isCovered(asked, missing)) return `${shown}: ${missing} is missing`;
  const foreign = asked.find((type) => ![...good, ...bad, "application/json"].includes(type));
  if (foreign !== undefined) return `${shown}: no response is ${foreign}`;
  const order = asked.map((type) => good.includes(type));
  const isSorted =
    order.lastIndexOf(true) < (order.includes(false) ? order.indexOf(false) : Infinity);
  return isSorted ? undefined : `${shown}: types of errors come first`;
}

function isCovered(asked: readonly string[], type: string): boolean {
  return asked.includes(type.replace(/\/.*$/, "/*"));
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
