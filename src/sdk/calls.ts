/** A call is a promise of data that also gives its response, and the pages of its list (contract H.2). */
import { readRequestId } from "../client/errors.js";
import type { BodyChoice } from "../client/request.js";
import type { ClientResponse } from "../client/types.js";
import { ListPage } from "./pages.js";
import type { Call, WithResponse, Sent } from "./types.js";

/** Sends the request of a call; throws if none can be built. */
export type Send<Data> = (choice: BodyChoice) => Sent<Data> | Promise<Sent<Data>>;

/** The result that a caller has asked for so far. */
type Asked = "nothing" | "response" | "data";

type Read = Parameters<BodyChoice["take"]>[1];

/**
 * The inherited promise is never settled, because `await`, `Promise.all` and the other methods of
 * promises call `then`. Promises that they derive are ordinary ones.
 */
export class MethodCall<Data> extends Promise<Data> implements Call<Data> {
  static override get [Symbol.species](): PromiseConstructor {
    return Promise;
  }

  readonly #sent: Promise<Sent<Data>>;
  readonly #result: Promise<ClientResponse>;
  #asked: Asked = "nothing";
  #response: Response | undefined;
  /** Set if the body stays unread until the data is asked for. */
  #readLater: (() => ReturnType<Read>) | undefined;
  #data: Promise<Data> | undefined;

  constructor(send: Send<Data>) {
    super(() => undefined);
    const choice = {
      isKept: false,
      take: async (response: Response, read: Read): ReturnType<Read> => {
        this.#response = response;
        await Promise.resolve(); // a caller's `await` calls `then` one microtask after the request
        if (this.#asked === "data") return read(response);
        // The caller may never ask, and an unread body would hold its connection.
        if (this.#asked === "nothing") return read(response.clone());
        choice.isKept = true;
        this.#readLater = () => read(response);
        return {} as ClientResponse; // never read
      },
    };
    // Called at once; an error that it throws rejects the promise.
    this.#sent = new Promise((resolve) => resolve(send(choice)));
    this.#result = this.#sent.then(({ result }) => result);
    this.#result.catch(() => undefined); // a call that is not awaited does not end the process
  }

  override then<Fulfilled = Data, Rejected = never>(
    onFulfilled?: ((data: Data) => Fulfilled | PromiseLike<Fulfilled>) | null,
    onRejected?: ((reason: unknown) => Rejected | PromiseLike<Rejected>) | null,
  ): Promise<Fulfilled | Rejected> {
    this.#asked = "data";
    this.#data ??= this.#readData();
    return this.#data.then(onFulfilled, onRejected);
  }

  async withResponse(): Promise<WithResponse<Data>> {
    const data = await this.then();
    const response = await this.asResponse();
    const { requestId } = await this.#sent;
    return { data, response, requestId: readRequestId(requestId, response.headers) };
  }

  async asResponse(): Promise<Response> {
    if (this.#asked === "nothing") this.#asked = "response";
    await this.#result;
    return this.#response as Response; // set by `take` before the request ends
  }

  async #readData(): Promise<Data> {
    const { toData } = await this.#sent;
    const result = await this.#result;
    const read = (await this.#readLater?.()) ?? result;
    if ("delay" in read) throw read.error; // too late to send the request again
    return toData(read);
  }
}

/** A call whose data is the first page of a list; `undefined` if nothing has changed. */
export class ListMethodCall extends MethodCall<ListPage | undefined> {
  async *pages(): AsyncGenerator<ListPage, void, undefined> {
    yield* ListPage.follow(await this);
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<unknown, void, undefined> {
    const page = await this;
    if (page) yield* page;
  }
}
