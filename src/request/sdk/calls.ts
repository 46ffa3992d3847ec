/** Calls: promises of data that also give their responses (contract H.2). */
import { readRequestId } from "../client/attempt-errors.js";
import type { Attempt, AttemptOutcome, BodyChoice, InternalSettings } from "../client/call.js";
import type { List, PageStep } from "../client/pages.js";
import { leaveUnread, readResponse } from "../client/request.js";
import type { ClientResponse } from "../client/response-types.js";
import { mergeHeaders } from "../endpoint/headers.js";
import type { RequestOptions } from "../endpoint/types.js";
import type { UnknownRecord } from "../endpoint/values.js";
import type { Call, MethodOptions, WithResponse } from "./types.js";

/**
 * A promise of the data of a response. Its data is read only after somebody has asked for it: `then`, which `await`,
 * `catch` and `Promise.all` call, too, does so. The promises that it derives are ordinary ones. It makes few promises
 * itself, because each is a tenth of what a call costs beside `fetch`.
 */
export class MethodCall<Data> extends Promise<Data> implements Call<Data> {
  static override get [Symbol.species](): PromiseConstructor {
    return Promise;
  }

  readonly #exchange: Exchange<Data>;

  constructor(send: SendRequest<Data>) {
    super(ignore); // never settled: each way to the data leads through `then`
    this.#exchange = new Exchange(send);
  }

  override then<Fulfilled = Data, Rejected = never>(
    onFulfilled?: ((data: Data) => Fulfilled | PromiseLike<Fulfilled>) | null,
    onRejected?: ((reason: unknown) => Rejected | PromiseLike<Rejected>) | null,
  ): Promise<Fulfilled | Rejected> {
    return this.#exchange.readData().then(onFulfilled, onRejected);
  }

  async withResponse(): Promise<WithResponse<Data>> {
    const data = await this.#exchange.readData();
    const response = await this.asResponse();
    const { requestId } = this.#exchange;
    return { data, response, requestId: readRequestId(requestId, response.headers) };
  }

  asResponse(): Promise<Response> {
    return this.#exchange.readResponse();
  }
}

// ---- The request of a call

/**
 * The request of a call, and what its caller has asked for. When a good response arrives, that decides who reads its
 * body:
 *
 *     the data       the client
 *     the response   the caller, unless the data is asked for later
 *     nothing yet    the client, from a copy, so that the caller may still ask for the response
 */
class Exchange<Data> implements BodyChoice {
  #asked: Asked = "nothing";
  #body: Body = PENDING;
  readonly #result: Promise<ClientResponse>;
  #data: Promise<Data> | undefined;
  #response: Response | undefined;
  /** Set before there is a result. */
  #sent: SentRequest<Data> | undefined;

  constructor(send: SendRequest<Data>) {
    this.#result = this.#start(send);
    this.#result.catch(ignore); // a call that is not awaited does not end the process
  }

  get requestId(): string | undefined {
    return this.#sent?.requestId;
  }

  readData(): Promise<Data> {
    this.#asked = "data";
    return (this.#data ??= this.#result.then((result) => this.#toData(result)));
  }

  async readResponse(): Promise<Response> {
    if (this.#asked === "nothing") this.#asked = "response";
    await this.#result;
    return this.#response as Response; // set by `take` before the request ends
  }

  isKept(): boolean {
    return this.#body.kind === "unread";
  }

  /** Decides who reads the body, by what was asked for when the response arrives. */
  take(attempt: Attempt, response: Response): Promise<AttemptOutcome> {
    this.#response = response;
    return this.#asked === "data"
      ? this.#readBody(attempt, response)
      : awaitsOfCallers().then(() => this.#readBody(attempt, response));
  }

  /** Sends the request at once. Whatever it throws becomes a rejection. */
  #start(send: SendRequest<Data>): Promise<ClientResponse> {
    try {
      const sent = send(this);
      return sent instanceof Promise ? sent.then((later) => this.#keep(later)) : this.#keep(sent);
    } catch (error) {
      return Promise.reject(error);
    }
  }

  #keep(sent: SentRequest<Data>): Promise<ClientResponse> {
    this.#sent = sent;
    return sent.result;
  }

  #readBody(attempt: Attempt, response: Response): Promise<AttemptOutcome> {
    if (this.#asked === "response") {
      this.#body = { kind: "unread", attempt, response };
      return Promise.resolve(leaveUnread(attempt, response));
    }
    this.#body = READ;
    // The caller may never ask, and an unread body would hold its connection.
    return readResponse(attempt, this.#asked === "data" ? response : response.clone());
  }

  #toData(result: ClientResponse): Data | Promise<Data> {
    const { toData } = this.#sent as SentRequest<Data>; // a result comes from what was sent
    const body = this.#body;
    return body.kind === "unread" ? readLate(body).then(toData) : toData(result);
  }
}

const PENDING: Body = { kind: "pending" };

const READ: Body = { kind: "read" };

async function readLate({
  attempt,
  response,
}: Extract<Body, { kind: "unread" }>): Promise<ClientResponse> {
  const outcome = await readResponse(attempt, response);
  if (outcome.kind === "retry") throw outcome.error; // too late to send the request again
  return outcome.response;
}

function ignore(): void {
  // Nothing to do.
}

/**
 * Waits until a caller who awaits a call at once has called its `then`: `await` does so a microtask later, when
 * the response of a hook or of a mock may be there.
 */
function awaitsOfCallers(): Promise<void> {
  return Promise.resolve();
}

/** The data of a response whose body is not divided into pages. */
export function dataOf({ data }: ClientResponse): never {
  return data as never; // the type that the route declares
}

/** Adds the headers of a call to a request. */
export function addHeaders(
  built: RequestOptions,
  headers: MethodOptions["headers"],
  route: string,
): RequestOptions {
  return { ...built, headers: mergeHeaders(built.headers, headers, route) };
}

// ---- Types: from a method to its call

/** A call in the terms of a client: what a method sends, as given or as an adapter has changed it. */
export interface CallForClient {
  readonly parameters: UnknownRecord;
  readonly options: MethodOptions & Pick<InternalSettings, "attemptTimeout">;
  /** Changes how its requests are built and sent. Has an effect only on a call that is sent as a list. */
  readonly decorate?: (list: List) => List;
  /** The class of a page, in place of the usual one. */
  readonly Page?: new (step: PageStep) => object;
}

/** Sends the request of a call, for the promise that stands for the call; throws if none can be built. */
export type SendRequest<Data> = (
  choice: BodyChoice,
) => SentRequest<Data> | Promise<SentRequest<Data>>;

/** A request that was sent: the response to come, and how to read what the promise of the call gives. */
export interface SentRequest<Data> {
  readonly result: Promise<ClientResponse>;
  readonly toData: (result: ClientResponse) => Data;
  /** The header with the service's name for a request. */
  readonly requestId: string | undefined;
}

// ---- Types: the body of a response

/** The result that a caller has asked for so far. */
type Asked = "nothing" | "response" | "data";

/** Of a good response: the client has read it or not, or its caller may read it later. */
type Body =
  | { readonly kind: "pending" | "read" }
  | { readonly kind: "unread"; readonly attempt: Attempt; readonly response: Response };
