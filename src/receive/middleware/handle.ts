import { STRICT_JSON } from "../../http/media-types.js";
import { readSignedHead } from "../webhooks/delivery.js";
import {
  headerOf,
  MATCH,
  REQUEST,
  type BodyFormat,
  type DeliveryHead,
  type RequestFault,
  type RequestView,
} from "../webhooks/service.js";
import type { Answer } from "../webhooks/webhook-error.js";
import type { DeliveryReceiver, Ticket } from "../webhooks/receiver.js";
import { ignore } from "../webhooks/dispatch.js";
import type { RawPayload } from "../signatures/types.js";
import { answerFault, closeAfter, OK, readFault } from "./answer.js";
import type { MiddlewareSettings } from "./options.js";
import { isOversized, BodyReader, type BodySource, type ByteStream } from "./body.js";

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

/**
 * Answers a request for the middleware's own path by the rules of section C of the contract. A request is in
 * flight until its answer is sent. While the toolkit drains, no request is admitted.
 */
export function serve(settings: MiddlewareSettings, exchange: Exchange): void {
  new Reception(settings, exchange).begin(exchange);
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
  readonly #id: string;
  /** `undefined` once the answer is sent, so that running handlers do not keep the request in memory. */
  #exchange: Exchange | undefined;
  /** Each request has its own timer, because some platforms bind timers to requests. */
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Called when the time is up. */
  #expire = ignore;

  constructor(settings: MiddlewareSettings, exchange: Exchange) {
    const { catalog, admission } = settings.receiver;
    this.#settings = settings;
    this.#exchange = exchange;
    this.#id = exchange.get(headerOf(catalog.delivery)) ?? "";
    this.#ticket = admission.enter();
  }

  begin(exchange: Exchange): void {
    try {
      this.#readHead(exchange);
    } catch (error) {
      this.#fail(error);
    }
  }

  #readHead(exchange: Exchange): void {
    const { receiver, maxBodySize } = this.#settings;
    if (this.#ticket === undefined) {
      this.#reject({ code: "DRAINING" });
      return;
    }
    const length = exchange.get("content-length");
    const read =
      receiver.reader.answerRequest?.(exchange) ?? readDeliveryHead(exchange, receiver, this.#id);
    if (isFault(read)) this.#reject(read);
    else if (isAnswer(read)) this.#finish(read);
    else if (Number(length) > maxBodySize) this.#reject({ code: "PAYLOAD_TOO_LARGE" });
    // The toolkit refuses a malformed signature with any body, so none is read.
    else this.#takeBody(read, read.isMalformed ? "" : exchange.takeBody(length !== null));
  }

  #takeBody(delivery: DeliveryHead, body: BodySource): void {
    if (typeof body === "function") this.#receiveStream(delivery, body);
    else if (isFault(body)) this.#reject(body);
    else if (isOversized(body, this.#settings.maxBodySize))
      this.#reject({ code: "PAYLOAD_TOO_LARGE" });
    else this.#receive(delivery, body);
  }

  /**
   * Reads a stream. The promise keeps the asynchronous context of the request, which the stream's events
   * do not have.
   */
  #receiveStream(delivery: DeliveryHead, stream: ByteStream): void {
    new Promise<BodySource>((resolve) => {
      const reading = new BodyReader(this.#settings.maxBodySize, resolve);
      this.#limitTime(() => reading.fail("REQUEST_TIMEOUT"));
      stream(reading);
    })
      .then((body) => this.#takeBody(delivery, body))
      .catch((error: unknown) => this.#fail(error));
  }

  /**
   * Passes a delivery to the toolkit, and answers when its handlers are done or the time is up. Verification
   * is synchronous, so a delivery that is pending when the time is up was verified, unless its secret is
   * still being looked up. In that case, the answer releases the ticket, and the delivery is dropped.
   */
  #receive({ id, name, match }: DeliveryHead, payload: RawPayload): void {
    const { receiver, readRequest, hasAnswers, late, waitUntil } = this.#settings;
    const exchange = this.#exchange;
    const signature = match.text;
    const parts = { id, name, payload, signature, [MATCH]: match, [REQUEST]: exchange };
    const signed = (exchange && readRequest?.(exchange, payload, match)) ?? parts;
    // These callbacks keep no reference to the body while handlers run.
    const processed = receiver.verifyAndReceive(signed, this.#ticket).then(
      (answer) => this.#finish((hasAnswers && (answer as Answer | undefined)) || OK),
      (error: unknown) => this.#fail(error),
    );
    if (waitUntil !== undefined) void callWaitUntil(this.#settings, processed);
    this.#limitTime(() => {
      if (this.#ticket?.isLookingUp) this.#reject({ code: "SECRET_LOOKUP_FAILED" });
      else this.#finish(late);
    });
  }

  /** Sets the action for the end of the request's time, which is not extended. */
  #limitTime(expire: () => void): void {
    this.#expire = expire;
    this.#timer ??= setTimeout(() => this.#expire(), this.#settings.timeout);
  }

  #fail(error: unknown): void {
    this.#reject(readFault(error), error);
  }

  #reject(fault: RequestFault, ...thrown: unknown[]): void {
    const answer = answerFault(this.#settings.log, this.#id, fault, ...thrown);
    this.#finish(fault.code === "REQUEST_ABORTED" ? undefined : answer);
  }

  /** Sends the first answer, and no other. */
  #finish(answer: Answer | undefined): void {
    const exchange = this.#exchange;
    if (exchange === undefined) return;
    this.#exchange = undefined;
    clearTimeout(this.#timer);
    this.#expire = ignore; // drops the reference to the request's stream
    // An idle connection would keep a server running that is shutting down.
    const isLast = !this.#settings.receiver.admission.isOpen;
    const pending = exchange.send(isLast ? answer && closeAfter(answer) : answer);
    if (pending === undefined) this.#ticket?.release();
    else void pending.then(() => this.#ticket?.release());
  }
}

/** Tests for an own property, because Object.prototype may be polluted. */
function isFault(read: unknown): read is RequestFault {
  return Object.hasOwn(read as object, "code");
}

function isAnswer(read: object): read is Answer {
  return Object.hasOwn(read, "status");
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
 * Reads the headers of a delivery, or returns the first fault (contract C.3 to C.5).
 * @param id Value of the id's header.
 */
function readDeliveryHead(
  request: RequestView,
  receiver: DeliveryReceiver,
  id: string,
): DeliveryHead | RequestFault {
  const { accepts, mediaType } = receiver.parts.body ?? JSON_FORMAT;
  if (request.method !== "POST") return { code: "METHOD_NOT_ALLOWED" };
  if (!accepts(request.get("content-type") ?? "") || request.get("content-encoding") !== null)
    return { code: "UNSUPPORTED_MEDIA_TYPE", at: mediaType };
  return readSignedHead(request, receiver, id);
}

const JSON_FORMAT: Pick<BodyFormat, "mediaType" | "accepts"> = {
  mediaType: "application/json",
  accepts: (type) => STRICT_JSON.test(type),
};
