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
import { ignore } from "../webhooks/shortcuts.js";
import type { RawPayload } from "../signatures/types.js";
import { answerFault, closeAfter, OK, readFault } from "./answer.js";
import type { MiddlewareSettings } from "./options.js";
import { isOversized, BodyReader, type BodySource, type ByteStream } from "./body.js";

/** A request, and the way to answer it. Each platform has an adapter. */
export interface Exchange extends RequestView {
  /**
   * Called once, and only if the headers are in order.
   * @param hasLength true for a request with a `content-length`.
   */
  takeBody(hasLength: boolean): BodySource;
  /**
   * Called once, last of all, and with nothing if the client has gone. Returns a promise while
   * there is still work to do for the connection. Neither throws nor rejects.
   */
  send(answer: Answer | undefined): Promise<void> | undefined;
}

/**
 * Answers a request for the middleware's own path: all rules of section C of the contract, for
 * every platform. A request is in flight until its answer is sent; while the toolkit drains, it admits
 * no request.
 */
export function serve(settings: MiddlewareSettings, exchange: Exchange): void {
  new Reception(settings, exchange).begin(exchange);
}

/**
 * A request that is being answered. Callbacks lead from one stage to the next: a delivery whose handlers
 * are synchronous is answered without a turn of the event loop, and no stage keeps the body of the
 * stage before it.
 */
class Reception {
  readonly #settings: MiddlewareSettings;
  /** `undefined` if the toolkit drains. */
  readonly #ticket: Ticket | undefined;
  /** As it was sent, for the log, which also names requests that are refused for their headers. */
  readonly #id: string;
  /** `undefined` once the answer is sent, so that handlers that still run do not keep the request. */
  #exchange: Exchange | undefined;
  /** Runs while something is awaited. Each request has its own: some platforms bind timers to it. */
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
    // The toolkit refuses a malformed signature before it looks at the body, so none is read.
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
   * The callback of a promise keeps the asynchronous context of the request, which the events of a
   * stream do not have.
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
   * Hands a delivery over, and answers when its handlers are done or the time is up. Verification
   * is synchronous, so a delivery that is still pending when the time is up has been verified, unless its
   * secret is still looked up. Then the answer releases the ticket, and the delivery is dropped.
   */
  #receive({ id, name, match }: DeliveryHead, payload: RawPayload): void {
    const { receiver, readRequest, hasAnswers, late, waitUntil } = this.#settings;
    const exchange = this.#exchange;
    const signature = match.text;
    const parts = { id, name, payload, signature, [MATCH]: match, [REQUEST]: exchange };
    const signed = (exchange && readRequest?.(exchange, payload, match)) ?? parts;
    // Nothing that these callbacks refer to holds the body while handlers run.
    const processed = receiver.verifyAndReceive(signed, this.#ticket).then(
      (answer) => this.#finish((hasAnswers && (answer as Answer | undefined)) || OK),
      (error: unknown) => this.#fail(error),
    );
    if (waitUntil !== undefined) void announce(this.#settings, processed);
    this.#limitTime(() => {
      if (this.#ticket?.isLookingUp) this.#reject({ code: "SECRET_LOOKUP_FAILED" });
      else this.#finish(late);
    });
  }

  /** Sets the action for the end of the request's time; the time itself goes on. */
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
    this.#expire = ignore; // it holds the request's stream
    // An idle connection would keep alive a server that is shutting down.
    const isLast = !this.#settings.receiver.admission.isOpen;
    const pending = exchange.send(isLast ? answer && closeAfter(answer) : answer);
    if (pending === undefined) this.#ticket?.release();
    else void pending.then(() => this.#ticket?.release());
  }
}

/** Own property, so that a polluted Object.prototype is not taken for a fault. */
function isFault(read: unknown): read is RequestFault {
  return Object.hasOwn(read as object, "code");
}

function isAnswer(read: object): read is Answer {
  return Object.hasOwn(read, "status");
}

/** Calls `waitUntil`, whose promise may reject. */
async function announce(
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
 * Reads the headers of a request with a delivery, or names the fault of the first wrong one (contract
 * C.3 to C.5).
 * @param id the value of its header, which is read for the log, too.
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

/**
 * Matches `application/json`, then parameters: `charset` must be UTF-8, any other may have any value, also
 * in quotes (RFC 9110, section 5.6.6). A comma outside quotes means that the header was repeated, so
 * it does not match. No two alternatives match the same character, which keeps the time linear.
 */
const JSON_PATTERN =
  /^[ \t]*application\/json[ \t]*(?:;[ \t]*(?:(?:charset=("?)utf-?8\1|(?!charset=)[^\s",;=]+=(?:[^\s",;=]+|"(?:[^"\\]|\\.)*"))[ \t]*)?)*$/i;

const JSON_FORMAT: Pick<BodyFormat, "mediaType" | "accepts"> = {
  mediaType: "application/json",
  accepts: (type) => JSON_PATTERN.test(type),
};
