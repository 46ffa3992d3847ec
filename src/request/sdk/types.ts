/** Types of an SDK that its users see: calls and pages, options of a call, functions of methods, the class, errors. */
import type { Credential } from "../client/auth/auth.js";
import type { ResponseError } from "../client/errors.js";
import type { CallOptions, ClientOptions, RateLimit, StreamOptions } from "../client/types.js";
import type { HeadersInput } from "../endpoint/types.js";

// ---- Calls

/** A request that was sent, as a promise of its data (contract H.2). */
export interface Call<Data> extends Promise<Data> {
  /** The data with its response, and the service's name for the request. */
  withResponse(): Promise<WithResponse<Data>>;
  /**
   * The response as soon as its headers have arrived. Its body is unread, unless the data was
   * asked for, too. Rejects as the promise of the data does.
   */
  asResponse(): Promise<Response>;
}

/** The data of a call beside its response, from `withResponse`. */
export interface WithResponse<Data> {
  readonly data: Data;
  readonly response: Response;
  /** From the header that `requestId` in the YAML names. */
  readonly requestId: string | undefined;
}

/** A request for a list: a promise of its first page, and an async iterable of all items. */
export interface ListCall<Body, Item> extends Call<Page<Body, Item>>, AsyncIterable<Item> {
  /** The pages, each of which is requested when it is needed. */
  pages(): AsyncIterable<Page<Body, Item>>;
}

/** A page of a list: the fields of its body, and the way to the next page. */
export type Page<Body, Item> = PageSteps<Body, Item> &
  (Body extends readonly unknown[]
    ? PageData<Item>
    : "data" extends keyof Body
      ? Body
      : Body & PageData<Item>);

/** Added to a body that is a list itself, or has no field `data`. */
interface PageData<Item> {
  /** The items of the page. */
  readonly data: readonly Item[];
}

/** Iterates over the items of the page and of all later ones. */
export interface PageSteps<Body, Item> extends AsyncIterable<Item> {
  hasNextPage(): boolean;
  /** Requests the next page; rejects if there is none. */
  getNextPage(): Promise<Page<Body, Item>>;
}

// ---- Options of a call

/** Options of one call: the last argument of a method. */
export interface MethodOptions extends CallOptions {
  /** Sent with the request, over those of the parameters. */
  readonly headers?: HeadersInput | undefined;
  /** An ETag; the data is `undefined` if the service answers that nothing has changed. */
  readonly ifNoneMatch?: string | undefined;
}

/** Options of one call whose response comes item by item. */
export interface StreamMethodOptions extends StreamOptions {
  /** Sent with the request, over those of the parameters. */
  readonly headers?: HeadersInput | undefined;
}

// ---- Functions of methods

/** A method as a function that takes the client first. */
export type MethodFunction<Method> = Method extends (...args: infer Arguments) => infer Result
  ? (client: AnyClient, ...args: Arguments) => Result
  : never;

/** Like {@link MethodFunction}, for a method that streams if its parameters ask for it. */
export type StreamingFunction<Method> = Method extends {
  (...args: infer Arguments): infer Result;
  (...args: infer Streaming): infer Stream;
  (...args: infer Either): infer ResultOrStream;
}
  ? {
      (client: AnyClient, ...args: Arguments): Result;
      (client: AnyClient, ...args: Streaming): Stream;
      (client: AnyClient, ...args: Either): ResultOrStream;
    }
  : never;

/** A client of any service, or an instance of an SDK's class. */
export type AnyClient = BareClient | { readonly client: BareClient };

/** Compared by one property, because comparing the overloads of `request` takes long. */
interface BareClient {
  readonly rateLimit: RateLimit | undefined;
}

// ---- The class

/**
 * Options of an SDK's class, besides those that its service adds: credentials by name, the environment,
 * values that are sent with every request, the secret of deliveries.
 */
export interface SdkOptions<Auth extends string = string, Grants = unknown> extends ClientOptions<
  Auth,
  Grants
> {
  /** Options and parameters of every request, as for `endpoint.defaults`. */
  readonly defaults?: object | undefined;
}

/** A credential as an option; `null` sends none, even if its environment variable is set. */
export type CredentialInput = Credential | null | undefined;

/** The class of a service, as `createSdk` makes it. */
export interface SdkConstructor<Sdk, Options = SdkOptions> {
  new (options?: Options): Sdk;
  readonly prototype: Sdk;
}

/** Verifies a delivery, and resolves to its event (contract H.9). */
export type Unwrap<Event = unknown> = (
  /** The raw body. */
  body: string | Uint8Array | ArrayBuffer,
  headers: UnwrapHeaders,
  /** For schemes that sign the address, too. */
  request?: UnwrapRequest,
) => Promise<Event>;

/** Headers of a `Request`, of Node, or a record. */
export type UnwrapHeaders =
  | { get(name: string): string | null }
  | { readonly [name: string]: string | readonly string[] | undefined };

/** The request that brought a delivery. */
export interface UnwrapRequest {
  /** The address that the service called, with the query. */
  readonly url?: string | undefined;
  /** Default: `POST`. */
  readonly method?: string | undefined;
}

// ---- Errors

/** A class of errors whose bodies a service declares, for a module that gives the class this type. */
export interface ErrorClass<Instance extends ResponseError> {
  new (message: string, init: Omit<Instance, keyof Error | "docs">): Instance;
  readonly prototype: Instance;
}
