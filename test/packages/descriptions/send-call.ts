/** Sends one call in each way that a generated client has, and catches the requests. */
import { BytesSample, type Call, UNKNOWN_ADDRESS } from "./calls.js";
import { type Json, mapOf } from "./document.js";
import type { AuthScheme, Client, Generated, Method, SentRequest } from "./generated-client.js";
import type { Operation } from "./operations.js";
import { FileSample } from "./samples.js";

export async function send(
  generated: Generated,
  { operation, arguments: args }: Call,
  auth: Credentials["auth"],
): Promise<Sent> {
  const { route } = operation;
  // Each request gets files of its own, because a body can be read only once.
  const createParameters = (): object => mapOf(toRuntime(args));
  const address = operation.server.address === undefined ? { baseUrl: UNKNOWN_ADDRESS } : {};
  const options = { ...address, ...toOption(auth, generated.schemes) };

  const sendByRoute = (client: object): Promise<boolean> =>
    requestOrStream(generated.createClient(client), route, createParameters());
  const sendByMethod = (client: object): Promise<void> =>
    openResult(findMethod(generated, operation, client)(createParameters()));
  const callFunction = findFunction(generated, operation);
  const sendByFunction = (client: object): Promise<void> =>
    openResult(callFunction(generated.createCore(client), createParameters()));

  const { request: withoutCredentials, result: isStream } = await catchRequest(
    address,
    sendByRoute,
  );
  const streamType = isStream ? withoutCredentials.headers.get("accept") : null;
  return {
    byRoute: (await catchRequest(options, sendByRoute)).request,
    byMethod: (await catchRequest(options, sendByMethod)).request,
    byFunction: (await catchRequest(options, sendByFunction)).request,
    withoutCredentials,
    byEndpoint: await buildByEndpoint(generated, route, {
      parameters: createParameters(),
      address,
      streamType,
    }),
  };
}

/** Calls with a `fetch` that answers 204. Returns the only request, and what the call gives. */
async function catchRequest<Result>(
  options: object,
  call: (options: object) => Promise<Result>,
): Promise<{ readonly request: SentRequest; readonly result: Result }> {
  const sent: SentRequest[] = [];
  const result = await call({
    retry: 0,
    ...options,
    fetch(url: string, { method, headers, body }: RequestInit): Promise<Response> {
      sent.push({ url, method: method ?? "GET", headers: new Headers(headers), body });
      return Promise.resolve(new Response(null, { status: 204 }));
    },
  });
  const [request, ...others] = sent;
  if (!request || others.length > 0) throw new Error(`${sent.length} requests were sent.`);
  return { request, result };
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

/** Awaits the result of a method: a promise, or for a route that streams an iterator with its response. */
async function openResult(
  result: Promise<unknown> | { response(): Promise<unknown> },
): Promise<void> {
  await ("response" in result ? result.response() : result);
}

/**
 * Builds a request by `endpoint`, whose body is a value that `toRequest` writes. `endpoint` knows no streams: its
 * caller says which media type it expects (contract I.1), which is that of the request for a stream.
 */
async function buildByEndpoint(
  { endpoint, toRequest }: Generated,
  route: string,
  { parameters, address, streamType }: Built,
): Promise<SentRequest> {
  const { headers: ownHeaders }: { readonly headers?: object } = parameters; // a call may choose its content type
  const accepting = streamType === null ? {} : { headers: { ...ownHeaders, accept: streamType } };
  const makeRequest = "baseUrl" in address ? endpoint.defaults(address) : endpoint;
  const built = makeRequest(route, { ...parameters, ...accepting });
  const { url, method, headers, body } = built;
  const written = body instanceof FormData ? body : await toRequest(built).arrayBuffer();
  return { url, method: method.toUpperCase(), headers: new Headers(headers), body: written };
}

/** The function of an operation. */
function findFunction({ functions }: Generated, { route }: Operation): Method {
  const callFunction = functions.get(route);
  if (callFunction === undefined) throw new Error(`There is no function for ${route}.`);
  return callFunction;
}

/** The method of an operation, of a new instance of the class. */
function findMethod({ Sdk, methods }: Generated, { route }: Operation, options: object): Method {
  const names = methods.get(route);
  if (names === undefined) throw new Error(`There is no method for ${route}.`);
  const { resource, name } = names;
  const keys = resource === "" ? [name] : [...resource.split("."), name];
  const method = keys.reduce<Json>(
    (owner, key) => (owner as Record<string, Json>)[key],
    new Sdk(options),
  );
  if (typeof method === "function") return method as Method; // as the generator writes it
  throw new Error(`The class has no method ${keys.join(".")}.`);
}

/** The option `auth` of a client. A client of one scheme takes the credential itself. */
function toOption(auth: Credentials["auth"], schemes: readonly AuthScheme[]): object {
  const [first] = Object.values(auth);
  if (first === undefined) return {};
  return { auth: schemes.length === 1 ? first : auth };
}

/** Puts files and bytes in place of their samples. */
function toRuntime(value: Json): Json {
  if (value instanceof FileSample) return new Blob([value.text]);
  if (value instanceof BytesSample) return new TextEncoder().encode(value.text);
  if (Array.isArray(value)) return value.map(toRuntime);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, toRuntime(each)]));
}

// ---- Types

/** Credentials of a call, by their place in the request. */
export interface Credentials {
  /** By the names of schemes, as callers pass them. */
  readonly auth: Readonly<Record<string, string>>;
  readonly header: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
}

/** A call that `endpoint` turns into a request. */
interface Built {
  readonly parameters: object;
  /** An option `baseUrl`, or nothing where the route has an address of its own. */
  readonly address: object;
  /** The media type of a route that streams, or else `null`. */
  readonly streamType: string | null;
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
