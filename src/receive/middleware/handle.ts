/**
 * One request from its headers to its answer, the same on every platform: checks the head, reads the body,
 * runs the handlers, and answers. An adapter such as `node.ts` gives the request as an {@link Exchange}.
 */
import { STRICT_JSON } from "../../http/media-types.js";
import { headerOf } from "../webhooks/field-source.js";
import type {
  DeliveryHead,
  RefusedRequest,
  RequestFault,
  RequestView,
} from "../webhooks/reader.js";
import type { Ticket } from "../webhooks/admission.js";
import type { DeliveryReceiver } from "../webhooks/receiver.js";
import { readSignedHead } from "../webhooks/request-head.js";
import type { BodyFormat } from "../webhooks/service.js";
import type { Answer } from "../webhooks/http-answer.js";
import type { RawPayload } from "../signatures/types.js";
import { answerFault, closeAfter, OK, readFault } from "./answer.js";
import {
  BodyReader,
  isOversized,
  type BodyFault,
  type BodySource,
  type ByteStream,
  type WholeBody,
} from "./body.js";
import type { MiddlewareSettings } from "./options.js";

/**
 * Answers a request for the middleware's own path by the rules of section C of the contract. A request is in
 * flight until its answer is sent. While the toolkit drains, no request is admitted.
 */
export function serve(settings: MiddlewareSettings, exchange: Exchange): void {
  new Reception(settings).begin(exchange);
}

/**
 * Request in progress. Callbacks lead from one stage to the next, so that a delivery with synchronous
 * handlers is answered without a turn of the event loop, and no stage keeps the body longer than it needs.
 */
class Reception {
  readonly #settings: MiddlewareSettings;
  /** `undefined` if the toolkit drains. */
  readonly #ticket: Ticket | undefined;
  /** The value of the id's header, for the log, which also names requests with faulty headers. */
  #id = "";
  /** Set while the body is read. */
  #reader: BodyReader | undefined;
  /** Set until the answer is sent, so that running handlers do not keep the request in memory. */
  #exchange: Exchange | undefined;
  /** Each request has its own timer, because some platforms bind timers to requests. */
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(settings: MiddlewareSettings) {
    this.#settings = settings;
    this.#ticket = settings.receiver.admission.enter();
  }

  begin(exchange: Exchange): void {
    const { receiver } = this.#settings;
    this.#exchange = exchange;
    this.#id = exchange.get(headerOf(receiver.catalog.delivery)) ?? "";
    try {
      if (this.#ticket === undefined) this.#reject({ code: "DRAINING" });
      else this.#readHead(exchange, receiver);
    } catch (error) {
      this.#fail(error);
    }
  }

  #readHead(exchange: Exchange, receiver: DeliveryReceiver): void {
    const read =
      receiver.reader.answerRequest?.(exchange) ?? readDeliveryHead(exchange, receiver, this.#id);
    if (read.kind === "fault") this.#reject(read.fault);
    else if (read.kind === "answer") this.#finish(read.answer);
    else this.#readBody(exchange, read);
  }

  #readBody(exchange: Exchange, head: DeliveryHead): void {
    const length = exchange.get("content-length");
    if (Number(length) > this.#settings.maxBodySize) this.#reject({ code: "PAYLOAD_TOO_LARGE" });
    // The toolkit refuses a malformed signature with any body, so none is read.
    else if (head.isMalformed) this.#receive(exchange, head, "");
    else this.#receiveBody(exchange, head, exchange.takeBody(length !== null));
  }

  #receiveBody(exchange: Exchange, head: DeliveryHead, body: BodySource): void {
    if (body.kind === "stream") this.#readStream(exchange, head, body.start);
    else if (body.kind === "fault") this.#reject(body);
    else if (isOversized(body.payload, this.#settings.maxBodySize))
      this.#reject({ code: "PAYLOAD_TOO_LARGE" });
    else this.#receive(exchange, head, body.payload);
  }

  /**
   * Reads a stream. The promise keeps the asynchronous context of the request, which the stream's events
   * do not have.
   */
  #readStream(exchange: Exchange, head: DeliveryHead, start: ByteStream): void {
    new Promise<WholeBody | BodyFault>((resolve) => {
      const reader = new BodyReader(this.#settings.maxBodySize, resolve);
      this.#reader = reader;
      this.#startTimer();
      start(reader);
    })
      .then((body) => this.#receiveBody(exchange, head, body))
      .catch((error: unknown) => this.#fail(error));
  }

  /** Passes a delivery to the toolkit, and answers when its handlers are done or the time is up. */
  #receive(exchange: Exchange, head: DeliveryHead, payload: RawPayload): void {
    const { receiver, createDelivery, hasAnswers, waitUntil } = this.#settings;
    const delivery = createDelivery(exchange, head, payload);
    // These callbacks keep no reference to the body while handlers run.
    const processed = receiver.verifyAndReceive(delivery, this.#ticket).then(
      (answer) => this.#finish(hasAnswers && answer ? (answer as Answer) : OK),
      (error: unknown) => this.#fail(error),
    );
    if (waitUntil !== undefined) void callWaitUntil(this.#settings, processed);
    this.#reader = undefined;
    this.#startTimer();
  }

  /**
   * Called by each stage that may take long: while the body is read, and while handlers run. The first one starts the
   * request's time, which is not extended.
   */
  #startTimer(): void {
    this.#timer ??= setTimeout(() => this.#endTime(), this.#settings.timeout);
  }

  /**
   * Verification is synchronous, so a delivery that is pending now was verified, unless its secret is still
   * being looked up. In that case, the answer releases the ticket, and the delivery is dropped.
   */
  #endTime(): void {
    if (this.#reader !== undefined) this.#reader.fail("REQUEST_TIMEOUT");
    else if (this.#ticket?.isLookingUp) this.#reject({ code: "SECRET_LOOKUP_FAILED" });
    else this.#finish(this.#settings.late);
  }

  #fail(error: unknown): void {
    this.#reject(readFault(error), [error]);
  }

  #reject(fault: RequestFault, thrown?: readonly unknown[]): void {
    const answer = answerFault(this.#settings.log, this.#id, fault, thrown);
    // A client that has disconnected gets no answer; its fault is only logged.
    this.#finish(fault.code === "REQUEST_ABORTED" ? undefined : answer);
  }

  /** Sends the first answer, and no other. */
  #finish(answer: Answer | undefined): void {
    const exchange = this.#exchange;
    if (exchange === undefined) return;
    this.#exchange = undefined;
    clearTimeout(this.#timer);
    // An idle connection would keep a server running that is shutting down.
    const isLast = !this.#settings.receiver.admission.isOpen;
    const pending = exchange.send(isLast ? answer && closeAfter(answer) : answer);
    if (pending === undefined) this.#ticket?.release();
    else void pending.then(() => this.#ticket?.release());
  }
}

/** Calls `waitUntil`, whose promise may reject. */
async function callWaitUntil(
  { waitUntil, log }: MiddlewareSettings,
  processing: Promise<unknown>,
): Promise<void> {
  try {
    await waitUntil?.(processing);
  } catch (error) {
    log.error("`waitUntil` failed; the delivery is processed all the same.", error);
  }
}

// ---- Headers of a request

/**
 * Reads the headers of a delivery, or finds the first fault (contract C.3 to C.5).
 * @param id Value of the id's header.
 */
function readDeliveryHead(
  request: RequestView,
  receiver: DeliveryReceiver,
  id: string,
): DeliveryHead | RefusedRequest {
  const { accepts, mediaType } = receiver.parts.body ?? JSON_FORMAT;
  if (request.method !== "POST") return { kind: "fault", fault: { code: "METHOD_NOT_ALLOWED" } };
  if (!accepts(request.get("content-type") ?? "") || request.get("content-encoding") !== null)
    return { kind: "fault", fault: { code: "UNSUPPORTED_MEDIA_TYPE", subject: mediaType } };
  return readSignedHead(request, receiver, id);
}

const JSON_FORMAT: Pick<BodyFormat, "mediaType" | "accepts"> = {
  mediaType: "application/json",
  accepts: (type) => STRICT_JSON.test(type),
};

// ---- Types

/** Request, and how to answer it. Each platform has an adapter. */
export interface Exchange extends RequestView {
  /**
   * Called at most once, and only if the headers have no fault.
   * @param hasLength True for a request with a `content-length`.
   */
  takeBody(hasLength: boolean): BodySource;
  /**
   * Called once, at the end; with `undefined` if the client has disconnected. Returns a promise while the
   * connection still needs work. Neither throws nor rejects.
   */
  send(answer: Answer | undefined): Promise<void> | undefined;
}
