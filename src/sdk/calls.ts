/** A call is a promise of data that also gives its response, and the pages of its list (contract H.2). */
import type { StartedCall } from "../client/client.js";
import type { PageStep } from "../client/pagination.js";
import type { BodyChoice } from "../client/request.js";
import type { ClientResponse } from "../client/types.js";
import { iterateItems, iterateSteps, toPage } from "./pages.js";
import type { Call, ListCall, Page, WithResponse } from "./types.js";

type ReadLater = Parameters<BodyChoice["take"]>[1];

/** Sends the request of a call; throws if none can be built. */
export type Send = (choice: BodyChoice) => SentCall;

interface SentCall extends StartedCall {
  /** The header with the service's name for a request. */
  readonly requestId: string | undefined;
}

export function createCall(send: Send): Call<unknown> {
  return new MethodCall<unknown>(new Exchange(send), ({ data }) => data);
}

export function createListCall(send: Send): ListCall<unknown, unknown> {
  const exchange = new Exchange(send);
  let first: PageStep | undefined;
  const toFirstPage = (result: ClientResponse): AnyPage | undefined => {
    first = exchange.openList(result);
    return first && toPage(first);
  };
  return new ListMethodCall(exchange, toFirstPage as () => AnyPage, () => first); // none for a 304
}

/**
 * The natural promise below it is never seen: `await`, `Promise.all` and the other methods of promises
 * all call `then`.
 */
class MethodCall<Data> extends Promise<Data> implements Call<Data> {
  /** What is derived from a call is an ordinary promise. */
  static override get [Symbol.species](): PromiseConstructor {
    return Promise;
  }

  readonly #exchange: Exchange;
  readonly #toData: (result: ClientResponse) => Data;
  #data: Promise<Data> | undefined;

  constructor(exchange: Exchange, toData: (result: ClientResponse) => Data) {
    super(() => undefined);
    this.#exchange = exchange;
    this.#toData = toData;
  }

  override then<Fulfilled = Data, Rejected = never>(
    onFulfilled?: ((data: Data) => Fulfilled | PromiseLike<Fulfilled>) | null,
    onRejected?: ((reason: unknown) => Rejected | PromiseLike<Rejected>) | null,
  ): Promise<Fulfilled | Rejected> {
    this.#data ??= this.#exchange.readResult().then(this.#toData);
    return this.#data.then(onFulfilled, onRejected);
  }

  async withResponse(): Promise<WithResponse<Data>> {
    const data = await this.then();
    const response = await this.#exchange.getResponse();
    return { data, response, requestId: this.#exchange.readRequestId(response) };
  }

  asResponse(): Promise<Response> {
    return this.#exchange.getResponse();
  }
}

type AnyPage = Page<unknown, unknown>;

class ListMethodCall extends MethodCall<AnyPage> implements ListCall<unknown, unknown> {
  /** Returns the first step, once the promise is resolved. */
  readonly #getFirst: () => PageStep | undefined;

  constructor(
    exchange: Exchange,
    toData: (result: ClientResponse) => AnyPage,
    getFirst: () => PageStep | undefined,
  ) {
    super(exchange, toData);
    this.#getFirst = getFirst;
  }

  async *pages(): AsyncGenerator<AnyPage, void, undefined> {
    const getFirst = this.#getFirst;
    const page = await this;
    if (getFirst()) yield page;
    for await (const step of iterateSteps(getFirst()?.next?.())) yield toPage(step);
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<unknown, void, undefined> {
    await this;
    yield* iterateItems(this.#getFirst());
  }
}

/**
 * One request, whose response and data are handed out. While nobody has asked for either, a clone of the
 * response is read: nobody may ever ask, and an unread body would hold its connection.
 */
class Exchange implements BodyChoice {
  isKept = false;
  #asked: "nothing" | "response" | "data" = "nothing";
  #response: Response | undefined;
  #readLater: ReadLater | undefined;
  #result: Promise<ClientResponse> | undefined;
  #started: SentCall | undefined;
  readonly #sent: Promise<ClientResponse>;

  constructor(send: Send) {
    this.#sent = this.#start(send);
    this.#sent.catch(() => undefined); // a call that nobody awaits does not end the process
  }

  #start(send: Send): Promise<ClientResponse> {
    try {
      this.#started = send(this);
      return this.#started.sent;
    } catch (error) {
      return Promise.reject(error);
    }
  }

  async take(response: Response, read: ReadLater): Promise<Response | undefined> {
    this.#response = response;
    this.#readLater = read;
    await Promise.resolve(); // the `await` of a caller asks a turn after the request was sent
    if (this.#asked === "nothing") return response.clone();
    this.isKept = this.#asked === "response";
    return this.isKept ? undefined : response;
  }

  readResult(): Promise<ClientResponse> {
    this.#asked = "data";
    return (this.#result ??= this.#sent.then((result) => {
      const response = this.isKept && this.#response;
      if (!response || !this.#readLater) return result;
      if (!response.bodyUsed) return this.#readLater(response);
      throw new TypeError("The body of the response was read; expected an unread one.");
    }));
  }

  getResponse(): Promise<Response> {
    if (this.#asked === "nothing") this.#asked = "response";
    return this.#sent.then(() => this.#response as Response); // taken before the request is done
  }

  readRequestId({ headers }: Response): string | undefined {
    const name = this.#started?.requestId;
    return (name && headers.get(name)) || undefined;
  }

  openList(result: ClientResponse): PageStep | undefined {
    return result.status === 304 ? undefined : this.#started?.openList(result);
  }
}
