import { headerOf } from "../webhooks/catalog.js";
import type { ChallengeAnswer, RequestFault, RequestView } from "../webhooks/reader.js";
import type { Ticket } from "../webhooks/admission.js";
import type { DeliveryReceiver } from "../webhooks/receiver.js";
import { ignore } from "../webhooks/thenable.js";
import type { RawPayload } from "../webhooks/types.js";
import {
  answerFailure,
  answerSpentBody,
  closeAfter,
  noteAbort,
  OK,
  refuse,
  STILL_PROCESSING,
  type Answer,
} from "./answer.js";
import {
  findContentFault,
  isDeclaredLonger,
  readDeliveryHeaders,
  type DeliveryHeaders,
} from "./delivery-headers.js";
import type { MiddlewareSettings } from "./options.js";
import {
  isOversized,
  readBody,
  type BodyOutcome,
  type BodySource,
  type ByteStream,
} from "./read-body.js";

/** A request as the rules see it, and the way to answer it. Each platform has an adapter. */
export interface Exchange extends RequestView {
  /** Called once, and only when the headers are in order. */
  takeBody(): BodySource;
  /**
   * Called once, last of all, and with nothing when the client has gone. Returns a promise while
   * there is still work to do for the connection. Neither throws nor rejects.
   */
  send(answer: Answer | undefined): Promise<void> | undefined;
}

/**
 * A request that was admitted. Callbacks lead from one stage to the next: a delivery whose handlers
 * are synchronous is answered without a turn of the event loop, and no stage keeps the body of the
 * stage before it.
 */
interface Reception {
  readonly settings: MiddlewareSettings;
  readonly ticket: Ticket;
  /** As it was sent, for the log: a request is named even when it is refused for its headers. */
  readonly id: string;
  /** `undefined` once the answer is sent, so that handlers that still run do not keep the request. */
  exchange: Exchange | undefined;
  /** Runs while something is awaited. Each request has its own: some platforms bind timers to it. */
  timer: ReturnType<typeof setTimeout> | undefined;
  /** What happens when the time is up. */
  expire: () => void;
}

/**
 * Answers a request for the middleware's own path: all rules of section C of the contract, for
 * every platform. A request is in flight until its answer is sent; while the toolkit drains, none
 * is admitted.
 */
export function serve(settings: MiddlewareSettings, exchange: Exchange): void {
  const { log, receiver } = settings;
  const id = exchange.get(headerOf(receiver.catalog.delivery)) ?? "";
  const ticket = receiver.admission.enter();
  if (ticket === undefined) {
    void exchange.send(refuse(log, id, { code: "DRAINING" }));
    return;
  }
  const reception = { settings, ticket, id, exchange, timer: undefined, expire: ignore };
  try {
    begin(reception, exchange);
  } catch (error) {
    fail(reception, error);
  }
}

function begin(reception: Reception, exchange: Exchange): void {
  const { receiver, maxBodySize } = reception.settings;
  const read =
    receiver.reader.answerRequest?.(exchange) ??
    findFault(exchange, receiver) ??
    readDeliveryHeaders(exchange, receiver, reception.id);
  if (isFault(read)) reject(reception, read);
  else if (isAnswer(read)) finish(reception, read);
  else if (isDeclaredLonger(exchange, maxBodySize)) rejectSize(reception);
  // The toolkit refuses a malformed signature before it looks at the body, so none is read.
  else if (read.isMalformed) receive(reception, read, "");
  else takeBody(reception, read, exchange.takeBody());
}

/** What stands in the prototype of all objects says nothing. */
function isFault(read: object): read is RequestFault {
  return Object.hasOwn(read, "code");
}

function isAnswer(read: object): read is ChallengeAnswer {
  return Object.hasOwn(read, "status");
}

function findFault(exchange: Exchange, { parts }: DeliveryReceiver): RequestFault | undefined {
  if (exchange.method === "POST") return findContentFault(exchange, parts.body);
  return { code: "METHOD_NOT_ALLOWED" };
}

function takeBody(reception: Reception, delivery: DeliveryHeaders, body: BodySource): void {
  if (typeof body === "function") receiveStream(reception, delivery, body);
  else if (body === undefined) rejectSpent(reception);
  else if (isOversized(body, reception.settings.maxBodySize)) rejectSize(reception);
  else receive(reception, delivery, body);
}

function receiveStream(reception: Reception, delivery: DeliveryHeaders, stream: ByteStream): void {
  // The callback of a promise keeps the asynchronous context of the request, which the events of a
  // stream do not have.
  let settle: (body: BodyOutcome) => void = ignore;
  void new Promise<BodyOutcome>((resolve) => {
    settle = resolve;
  }).then((body) => receiveBody(reception, delivery, body));
  const giveUp = readBody(stream, reception.settings.maxBodySize, settle);
  limitTime(reception, () => giveUp("REQUEST_TIMEOUT"));
}

/** Called when the body has arrived. Nobody else would catch what is thrown here. */
function receiveBody(reception: Reception, delivery: DeliveryHeaders, body: BodyOutcome): void {
  try {
    if (typeof body !== "string") receive(reception, delivery, body);
    else if (body === "REQUEST_ABORTED") abandon(reception);
    else if (body === "BODY_ALREADY_PARSED") rejectSpent(reception);
    else reject(reception, { code: body });
  } catch (error) {
    fail(reception, error);
  }
}

/**
 * Hands a delivery over, and answers when its handlers are done or the time is up. Verification
 * is synchronous, so a delivery that is still pending when the time is up has been verified.
 */
function receive(reception: Reception, delivery: DeliveryHeaders, payload: RawPayload): void {
  const { settings, exchange, ticket } = reception;
  const { id, name, signature } = delivery;
  const signed = (exchange && settings.readRequest?.(exchange, payload)) ?? {
    id,
    name,
    payload,
    signature,
  };
  const processing = settings.receiver.verifyAndReceive(signed, ticket);
  const processed = answerWhenDone(reception, processing);
  if (settings.waitUntil !== undefined) void announce(settings, processed);
  limitTime(reception, () => finish(reception, settings.receiver.late ?? STILL_PROCESSING));
}

/**
 * Never rejects: a failure is logged whether or not anybody still waits for the answer. It is a
 * function of its own, so that its callbacks do not hold the body while handlers run.
 */
function answerWhenDone(reception: Reception, processing: Promise<unknown>): Promise<void> {
  const { reader, late } = reception.settings.receiver;
  const isAnswer = (reader.answerRequest ?? late) !== undefined;
  return processing.then(
    // Where there are challenges or an inbox, deliveries resolve with answers.
    (answer) => finish(reception, isAnswer ? ((answer as ChallengeAnswer | undefined) ?? OK) : OK),
    (error: unknown) => fail(reception, error),
  );
}

/** What `waitUntil` returns may reject. */
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

/** Sets what happens when the time of the request is up; the time itself goes on. */
function limitTime(reception: Reception, expire: () => void): void {
  if (reception.exchange === undefined) return;
  reception.expire = expire;
  reception.timer ??= setTimeout(() => reception.expire(), reception.settings.timeout);
}

function rejectSize(reception: Reception): void {
  reject(reception, { code: "PAYLOAD_TOO_LARGE" });
}

/** Refuses a mistake in the request itself. */
function reject(reception: Reception, fault: RequestFault): void {
  finish(reception, refuse(reception.settings.log, reception.id, fault));
}

function rejectSpent(reception: Reception): void {
  finish(reception, answerSpentBody(reception.settings.log, reception.id));
}

/** The client has gone: there is nobody to answer. */
function abandon(reception: Reception): void {
  noteAbort(reception.settings.log, reception.id);
  finish(reception, undefined);
}

function fail(reception: Reception, error: unknown): void {
  finish(reception, answerFailure(reception.settings.log, reception.id, error));
}

/** Sends the first answer, and no other. */
function finish(reception: Reception, answer: Answer | undefined): void {
  const { settings, ticket, exchange } = reception;
  if (exchange === undefined) return;
  reception.exchange = undefined;
  clearTimeout(reception.timer);
  reception.expire = ignore; // it holds the request's stream
  // An idle connection would keep alive a server that is shutting down.
  const isLast = !settings.receiver.admission.isOpen;
  const pending = exchange.send(isLast ? answer && closeAfter(answer) : answer);
  if (pending === undefined) ticket.release();
  else void pending.then(() => ticket.release());
}
