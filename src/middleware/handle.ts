import type { HeaderSource } from "../signatures/delivery-fields.js";
import { headerOf } from "../webhooks/catalog.js";
import type { ChallengeAnswer, RequestFault } from "../webhooks/reader.js";
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
import type { Deadline } from "./deadline.js";
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
export interface Exchange extends HeaderSource {
  /** As it was sent, in uppercase where it is a standard one. */
  readonly method: string;
  /** As the client sent it, with the query; the scheme is that of the connection. */
  readUrl(): string;
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
  readonly exchange: Exchange;
  readonly ticket: Ticket;
  /** Runs while something is awaited. */
  deadline: Deadline | undefined;
  isAnswered: boolean;
}

/**
 * Answers a request for the middleware's own path: all rules of section C of the contract, for
 * every platform. A request is in flight until its answer is sent; while the toolkit drains, none
 * is admitted.
 */
export function serve(settings: MiddlewareSettings, exchange: Exchange): void {
  const ticket = settings.receiver.admission.enter();
  if (ticket === undefined) {
    void exchange.send(refuse(settings.log, readId(settings, exchange), { code: "DRAINING" }));
    return;
  }
  const reception = { settings, exchange, ticket, deadline: undefined, isAnswered: false };
  try {
    begin(reception);
  } catch (error) {
    fail(reception, readId(settings, exchange), error);
  }
}

function begin(reception: Reception): void {
  const { settings, exchange } = reception;
  const { receiver } = settings;
  const read =
    receiver.reader.answerRequest?.(exchange) ??
    findFault(exchange, receiver) ??
    readDeliveryHeaders(exchange, receiver);
  if (isFault(read)) reject(reception, read);
  else if (isAnswer(read)) finish(reception, read);
  else if (isDeclaredLonger(exchange, settings.maxBodySize)) rejectSize(reception);
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
  if (body.kind === "stream") receiveStream(reception, delivery, body.stream);
  else if (body.kind === "spent") rejectSpent(reception, delivery);
  else if (isOversized(body.payload, reception.settings.maxBodySize)) rejectSize(reception);
  else receive(reception, delivery, body.payload);
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
    else if (body === "REQUEST_ABORTED") abandon(reception, delivery);
    else if (body === "BODY_ALREADY_PARSED") rejectSpent(reception, delivery);
    else reject(reception, { code: body });
  } catch (error) {
    fail(reception, delivery.id, error);
  }
}

/**
 * Hands a delivery over, and answers when its handlers are done or the time is up. Verification
 * is synchronous, so a delivery that is still pending when the time is up has been verified.
 */
function receive(reception: Reception, delivery: DeliveryHeaders, payload: RawPayload): void {
  const { settings, exchange, ticket } = reception;
  const { id, name, signature } = delivery;
  const signed = settings.readRequest?.(exchange, payload) ?? { id, name, payload, signature };
  const processing = settings.receiver.verifyAndReceive(signed, ticket);
  const processed = answerWhenDone(reception, id, processing);
  announce(settings, processed);
  limitTime(reception, () => finish(reception, settings.receiver.late ?? STILL_PROCESSING));
}

/**
 * Never rejects: a failure is logged whether or not anybody still waits for the answer. It is a
 * function of its own, so that its callbacks do not hold the body while handlers run.
 */
function answerWhenDone(
  reception: Reception,
  id: string,
  processing: Promise<unknown>,
): Promise<void> {
  const { reader, late } = reception.settings.receiver;
  const isAnswer = (reader.answerRequest ?? late) !== undefined;
  return processing.then(
    // Where there are challenges or an inbox, deliveries resolve with answers.
    (answer) => finish(reception, isAnswer ? ((answer as ChallengeAnswer | undefined) ?? OK) : OK),
    (error: unknown) => fail(reception, id, error),
  );
}

function announce({ waitUntil, log }: MiddlewareSettings, processing: Promise<unknown>): void {
  if (waitUntil === undefined) return;
  const report = (error: unknown): void =>
    log.error("`waitUntil` failed; the delivery is processed all the same.", error);
  try {
    Promise.resolve(waitUntil(processing)).catch(report);
  } catch (error) {
    report(error);
  }
}

/** Sets what happens when the time of the request is up; the time itself goes on. */
function limitTime(reception: Reception, expire: () => void): void {
  if (reception.isAnswered) return;
  if (reception.deadline === undefined)
    reception.deadline = reception.settings.startDeadline(expire);
  else reception.deadline.expire = expire;
}

function rejectSize(reception: Reception): void {
  reject(reception, { code: "PAYLOAD_TOO_LARGE" });
}

/** Refuses a mistake in the request itself. */
function reject(reception: Reception, fault: RequestFault): void {
  const { settings, exchange } = reception;
  finish(reception, refuse(settings.log, readId(settings, exchange), fault));
}

function rejectSpent(reception: Reception, { id }: DeliveryHeaders): void {
  finish(reception, answerSpentBody(reception.settings.log, id));
}

/** The client has gone: there is nobody to answer. */
function abandon(reception: Reception, { id }: DeliveryHeaders): void {
  noteAbort(reception.settings.log, id);
  finish(reception, undefined);
}

function fail(reception: Reception, id: string, error: unknown): void {
  finish(reception, answerFailure(reception.settings.log, id, error));
}

/** Sends the first answer, and no other. */
function finish(reception: Reception, answer: Answer | undefined): void {
  if (reception.isAnswered) return;
  reception.isAnswered = true;
  reception.deadline?.clear();
  const { exchange, settings, ticket } = reception;
  // An idle connection would keep alive a server that is shutting down.
  const isLast = !settings.receiver.admission.isOpen;
  const pending = exchange.send(isLast ? answer && closeAfter(answer) : answer);
  if (pending === undefined) ticket.release();
  else void pending.then(() => ticket.release());
}

/** As it was sent, for the log: a request is named even when it is refused for its headers. */
function readId({ receiver }: MiddlewareSettings, exchange: Exchange): string {
  return exchange.get(headerOf(receiver.catalog.delivery)) ?? "";
}
