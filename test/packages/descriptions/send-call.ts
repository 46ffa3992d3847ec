/** Sends one call in each way that a generated client has, and catches the requests. */
import { BytesSample, type Call, UNKNOWN_ADDRESS } from "./calls.js";
import { type Json, mapOf } from "./document.js";
import type { Operation } from "./operations.js";
import { FileSample } from "./samples.js";
import type { AuthScheme, Client, Generated, Method, SentRequest } from "./generated-client.js";

export async function send(
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

/** The same call in each way. A route that streams is opened as a stream. */
interface Sent {
  readonly byRoute: SentRequest;
  readonly byMethod: SentRequest;
  readonly byFunction: SentRequest;
  /** By its route and by `endpoint`, both without credentials. */
  readonly withoutCredentials: SentRequest;
  readonly byEndpoint: SentRequest;
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

/** A client of one scheme takes the credential itself. */
function toOption(auth: Credentials["auth"], schemes: readonly AuthScheme[]): object {
  const [first] = Object.values(auth);
  if (first === undefined) return {};
  return { auth: schemes.length === 1 ? first : auth };
}

/** Files and bytes in place of their samples. */
function toRuntime(value: Json): Json {
  if (value instanceof FileSample) return new Blob([value.text]);
  if (value instanceof BytesSample) return new TextEncoder().encode(value.text);
  if (Array.isArray(value)) return value.map(toRuntime);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, toRuntime(each)]));
}

/** Credentials of a call, by their place in the request. */
export interface Credentials {
  readonly auth: Readonly<Record<string, string>>;
  readonly header: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
}
