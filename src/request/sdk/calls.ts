/** Calls: promises of data, or of the pages of a list, that also give their responses (contract H.2, H.4). */
import { readRequestId } from "../client/attempt-errors.js";
import type {
  Attempt,
  AttemptLimit,
  AttemptOutcome,
  BodyChoice,
  InternalSettings,
} from "../client/call.js";
import type { PageRule } from "../client/page-styles.js";
import {
  createList,
  createPageOpener,
  type LentParts,
  type List,
  type OpenPage,
  type PageStep,
} from "../client/pages.js";
import { leaveUnread, readResponse } from "../client/request.js";
import type { ClientResponse } from "../client/responses.js";
import { copyHeaders, mergeHeaders } from "../endpoint/options.js";
import type { RoutePlan } from "../endpoint/route/placement.js";
import type { RequestOptions } from "../endpoint/types.js";
import { isPlainObject, type UnknownRecord } from "../endpoint/values.js";
import type { Call, MethodOptions, PageSteps, WithResponse } from "./types.js";

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

/** The request of a call, and what its caller asked for. */
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

// ---- Lists

/** A call whose data is the first page of a list; `undefined` if nothing has changed. */
class ListMethodCall extends MethodCall<ListPage | undefined> {
  async *pages(): AsyncGenerator<ListPage, void, undefined> {
    yield* ListPage.follow(await this);
  }

  [Symbol.asyncIterator](): AsyncGenerator<unknown, void, undefined> {
    return ListPage.readItems(this);
  }
}

/** A page. It keeps neither the one before nor the one after it in memory. */
export class ListPage implements PageSteps<unknown, unknown> {
  readonly #step: PageStep;

  /** The items of a page, also if its body has another field `data`. */
  static itemsOf(page: ListPage): readonly unknown[] {
    return page.#step.page.items;
  }

  constructor(step: PageStep) {
    this.#step = step;
    const { data, items } = step.page;
    // A field must not hide a method, and `__proto__` would replace the class.
    const {
      hasNextPage,
      getNextPage,
      ["__proto__"]: prototype,
      ...fields
    } = isPlainObject(data) ? data : {};
    Object.assign(this, fields, { data: fields["data"] ?? items });
  }

  /** Iterates over a page and all later ones, and keeps none of them. */
  static async *follow(start: ListPage | undefined): AsyncGenerator<ListPage, void, undefined> {
    for (let page = start; page; page = await page.#next()) yield page;
  }

  /** Iterates over the items of a page and of all later ones: the only generator, as each costs an item promises. */
  static async *readItems(
    start: ListPage | Promise<ListPage | undefined>,
  ): AsyncGenerator<unknown, void, undefined> {
    // By steps, because pages that nobody sees need not be made.
    const page = await start;
    for (let step = page ? page.#step : undefined; step; step = await step.next?.())
      for (const item of step.page.items) yield item;
  }

  hasNextPage(): boolean {
    return this.#step.next !== undefined;
  }

  async getNextPage(): Promise<never> {
    if (!this.hasNextPage()) throw new RangeError("There is no next page.");
    // A service that repeats a page instead of sending the next one has no more items.
    const end = { page: { ...this.#step.page, data: undefined, items: [] } };
    return ((await this.#next()) ?? new ListPage(end)) as never; // its fields are those of the body
  }

  [Symbol.asyncIterator](): AsyncGenerator<unknown, void, undefined> {
    return ListPage.readItems(this);
  }

  async #next(): Promise<ListPage | undefined> {
    const step = await this.#step.next?.();
    const Class = this.constructor as typeof ListPage; // may be a subclass
    return step && new Class(step);
  }
}

/** Sends the request for the first page of a list, or a request that a class with another surface changes. */
export const startList: SendAsList = (source, { lists }, call) => {
  const { lent, route, plan, internal } = source;
  const { parameters, options, decorate, Page = lists?.Page } = call;
  const { headers, ifNoneMatch } = options;
  const plain = createList(lent, route, parameters, options, plan, internal);
  const build: List["build"] = (changed) => addHeaders(plain.build(changed), headers, route);
  const pagesOfLists = { ...plain, ...lists?.pages, build };
  const list = decorate ? decorate(pagesOfLists) : pagesOfLists;
  const request = list.build(parameters);
  const openPage = lists?.createOpener(list);
  // The client adds the ETag to a copy, which the request for the next page does not get.
  const first = openPage ? { ...request, headers: copyHeaders(request.headers) } : request;
  return {
    result: list.send(first, { ifNoneMatch, choice: internal.choice }),
    toData(result) {
      const step = result.status === 304 ? undefined : openPage?.(request, result);
      return step && Page ? (new Page(step) as never) : dataOf(result);
    },
  };
};

/** The code that only lists need. The client finds the rule of pages by the name of the route. */
export const lists: ListCode = {
  Call: ListMethodCall,
  Page: ListPage,
  createOpener: createPageOpener,
  start: startList,
};

/** The code of lists with the rule by which they are divided into pages. */
export function pagedBy(pages: PageRule): ListCode {
  return { ...lists, pages };
}

// ---- Types: from a method to its call

/** A call in the terms of a client: what a method sends, as given or as an adapter has changed it. */
export interface CallForClient {
  readonly parameters: UnknownRecord;
  readonly options: MethodOptions & AttemptLimit;
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

// ---- Types: lists

/** The code that only functions of lists need, so that other functions do not bring it into a bundle. */
export interface ListCode {
  readonly Call: new (send: SendRequest<never>) => Call<unknown>;
  readonly Page: new (step: PageStep) => object;
  readonly createOpener: (list: List) => OpenPage;
  readonly start: SendAsList;
  /** The rule of pages, if the client does not know it by the name of the route. */
  readonly pages?: PageRule | undefined;
}

/**
 * Sends a call as the first request of a {@link List}, which can be decorated and can send later pages. Without
 * `lists` in the form, the data is that of the response.
 */
export type SendAsList = (
  source: ListSource,
  form: { readonly lists?: ListCode | undefined },
  call: CallForClient,
) => Omit<SentRequest<never>, "requestId">;

/** The client and the method, of which a list is made besides the call. */
interface ListSource {
  readonly lent: LentParts;
  readonly route: string;
  readonly plan: RoutePlan | undefined;
  readonly internal: InternalSettings;
}

// ---- Types: the body of a response

/** The result that a caller has asked for so far. */
type Asked = "nothing" | "response" | "data";

/** Of a good response: the client has read it or not, or its caller may read it later. */
type Body =
  | { readonly kind: "pending" | "read" }
  | { readonly kind: "unread"; readonly attempt: Attempt; readonly response: Response };
