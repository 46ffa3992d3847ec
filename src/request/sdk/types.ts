/** Types of methods by resource: calls, lists, streams and classes of errors. */
import type { StreamRule } from "../../catalog/client.js";
import type { RouteException } from "../../catalog/requests.js";
import type { MethodArguments, MethodShape } from "../../catalog/sdk.js";
import type { Credential } from "../client/auth/auth.js";
import type { AttemptLimit, BodyChoice, InternalSettings } from "../client/call.js";
import type { UntypedCore } from "../client/client.js";
import type { FindErrorClass, ResponseError } from "../client/errors.js";
import type { LentParts, List, OpenPage, PageRule, PageStep } from "../client/pages.js";
import type { ClientResponse } from "../client/responses.js";
import type { MethodBody } from "../client/sent-body.js";
import type {
  Awaitable,
  CallOptions,
  ClientOptions,
  RateLimit,
  StreamOptions,
} from "../client/types.js";
import type { RouteExtensions } from "../endpoint/extensions.js";
import type { RoutePlan } from "../endpoint/route/placement.js";
import type { CompileRoute } from "../endpoint/route/route.js";
import type { HeadersInput } from "../endpoint/types.js";
import type { UnknownRecord } from "../endpoint/values.js";

// ---- Errors

/** A class of errors whose bodies a service declares, for a module that gives the class this type. */
export interface ErrorClass<Instance extends ResponseError> {
  new (message: string, init: Omit<Instance, keyof Error | "docs">): Instance;
  readonly prototype: Instance;
}

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

// ---- Methods

/** A function's facts about its route. A key that is absent has the usual value. */
export interface MethodForm extends RouteExtensions {
  /** Its name in the class, such as `repos.listForOrg`. The keys of queries have it. */
  readonly call?: string | undefined;
  /** Set for a method of a class, whose client finds the route by its name. */
  readonly isNamed?: boolean | undefined;
  /** Code for a body, which `defineMethod` adds. */
  readonly body?: MethodBody | undefined;
  /** Compiles the route, if its URL is more than a plain path. */
  readonly compile?: CompileRoute | undefined;
  /** Its differences from a request with a plain query and a JSON body. */
  readonly exception?: RouteException | undefined;
  /** The header for idempotency keys that it declares, in lowercase. */
  readonly declaredKey?: string | undefined;
  /** Set for a response that is read item by item. */
  readonly stream?: StreamRule | undefined;
  /** Default: `object`. */
  readonly arguments?: MethodArguments | undefined;
  /** Set for a list that is divided into pages. */
  readonly lists?: ListCode | undefined;
  /** The method takes no object of parameters, because it has path parameters alone. */
  readonly isBare?: boolean | undefined;
  /** Options can stand in place of the parameters, none of which is required or named like an option. */
  readonly takesOptions?: boolean | undefined;
  /** The place of each parameter, if the client takes them otherwise. */
  readonly shape?: MethodShape | undefined;
  /** Adapts the arguments to the client, for a class with another surface. */
  readonly adapt?: Adapt | undefined;
  /** Starts a call that is decorated. */
  readonly startSteps?: StartSteps | undefined;
}

/** The code that only functions of lists need. */
export interface ListCode {
  readonly Call: new (send: Send<never>) => Call<unknown>;
  readonly Page: new (step: PageStep) => object;
  readonly createOpener: (list: List) => OpenPage;
  readonly start: StartSteps;
  /** The rule of pages, if the client does not know it by the name of the route. */
  readonly pages?: PageRule | undefined;
}

/** The arguments of a method, as `adapt` gets them. */
export interface AdaptedArguments {
  readonly client: UntypedCore;
  readonly route: string;
  readonly form: MethodForm;
  readonly parameters: UnknownRecord;
  readonly options: MethodOptions;
}

/** A call for the client, with its differences from a usual one. */
export interface AdaptedCall {
  readonly parameters: UnknownRecord;
  readonly options: MethodOptions & AttemptLimit;
  /** Changes how its requests are built and sent. */
  readonly decorate?: (list: List) => List;
  /** The class of a page. */
  readonly Page?: new (step: PageStep) => object;
}

/** Makes a function that takes the client first. */
export type DefineMethod = (route: string, form: MethodForm) => ClientFunction;

export type ClientFunction = (client: unknown, ...args: readonly unknown[]) => unknown;

/** Sends the request of a call; throws if none can be built. */
export type Send<Data> = (choice: BodyChoice) => Sent<Data> | Promise<Sent<Data>>;

/** A request that was sent. */
export interface Sent<Data> {
  readonly result: Promise<ClientResponse>;
  readonly toData: (result: ClientResponse) => Data;
  /** The header with the service's name for a request. */
  readonly requestId: string | undefined;
}

/** Starts a call that may send several requests, or changed ones. */
export type StartSteps = (
  source: StepSource,
  form: MethodForm,
  call: AdaptedCall,
) => Omit<Sent<never>, "requestId">;

interface StepSource {
  readonly lent: LentParts;
  readonly route: string;
  readonly plan: RoutePlan | undefined;
  readonly internal: InternalSettings;
}

export type Start = (call: AdaptedCall) => Sent<never>;

export type Adapt = (
  methodCall: AdaptedArguments,
  start: Start,
) => Sent<never> | Promise<Sent<never>>;

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

export interface SdkConstructor<Sdk, Options = SdkOptions> {
  new (options?: Options): Sdk;
  readonly prototype: Sdk;
}

/** Code that only some services need. */
export interface SdkExtensions {
  /** Creates the function that opens deliveries with a secret, for services that send some. */
  readonly unwrap?: ((secret: string) => Awaitable<Unwrap>) | undefined;
  /** Creates the members of `webhooks` from an instance's options, in place of `unwrap`. */
  readonly ofWebhooks?: ((options: UnknownRecord) => object) | undefined;
  /** Replaces `defineMethod`: for streams, and for classes with another surface. */
  readonly define?: DefineMethod | undefined;
  /** Replaces the usual classes of errors. */
  readonly findErrorClass?: FindErrorClass | undefined;
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

export interface UnwrapRequest {
  /** The address that the service called, with the query. */
  readonly url?: string | undefined;
  /** Default: `POST`. */
  readonly method?: string | undefined;
}
