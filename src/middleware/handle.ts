import type { Work } from "../webhooks/intake.js";
import { isWellFormedSignature } from "../webhooks/signature.js";
import type { RawPayload } from "../webhooks/types.js";
import { closeAfter, OK, STILL_PROCESSING } from "./answer.js";
import type { Answer, Fault } from "./answer.js";
import { ignore } from "./deadline.js";
import type { Deadline } from "./deadline.js";
import { findContentFault, isDeclaredLonger, readDeliveryHeaders } from "./delivery-headers.js";
import type { DeliveryHeaders, HeaderSource } from "./delivery-headers.js";
import type { MiddlewareSettings } from "./options.js";
import { isOversized, readBody } from "./read-body.js";
import type { BodyOutcome, BodySource, ByteStream } from "./read-body.js";
import { answerFailure, answerSpentBody, refuse } from "./refusal.js";

/** A request as the rules see it, and the way to answer it; each adapter makes one of its platform's. */
export interface Exchange extends HeaderSource {
  /** As it was sent, in uppercase where it is a standard one. */
  readonly method: string;
  /** Asked for once, and only when the headers are in order. */
  takeBody(): BodySource;
  /**
   * Called once, with nothing when the client has gone. Returns what is still to be done for the
   * connection. Neither throws nor rejects.
   */
  send(answer: Answer | undefined): Work;
}

/**
 * A request that was taken in. Callbacks lead from one stage to the next: a delivery whose handlers
 * are synchronous is answered without a turn of the event loop, and no stage keeps the body of
 * the one before it.
 */
interface Reception {
  readonly settings: MiddlewareSettings;
  readonly exchange: Exchange;
  /** Runs while something is awaited. */
  deadline: Deadline | undefined;
  isAnswered: boolean;
}

/**
 * Answers a request for the middleware's own path: every rule of the specification's section C,
 * for every platform. What is taken in counts as in flight until it is sent; while the toolkit
 * drains, nothing is taken in.
 */
export function serve(settings: MiddlewareSettings, exchange: Exchange): void {
  if (!settings.intake.admits()) {
    void exchange.send(refuse(settings, readId(settings, exchange), { code: "DRAINING" }));
    return;
  }
  settings.intake.enter();
  const reception = { settings, exchange, deadline: undefined, isAnswered: false };
  try {
    begin(reception);
  } catch (error) {
    fail(reception, readId(settings, exchange), error);
  }
}

function begin(reception: Reception): void {
  const { settings, exchange } = reception;
  const fault = findFault(exchange);
  const delivery = fault ?? readDeliveryHeaders(exchange, settings.headerNames);
  if ("code" in delivery) reject(reception, delivery);
  else if (isDeclaredLonger(exchange, settings.maxBodySize)) rejectSize(reception);
  // Refused for its signature, which is looked at first: the body need not be awaited.
  else if (!isWellFormedSignature(delivery.signature)) receive(reception, delivery, "");
  else takeBody(reception, delivery, exchange.takeBody());
}

function findFault(exchange: Exchange): Fault | undefined {
  if (exchange.method === "POST") return findContentFault(exchange);
  return { code: "METHOD_NOT_ALLOWED" };
}

function takeBody(reception: Reception, delivery: DeliveryHeaders, body: BodySource): void {
  if (body.kind === "stream") receiveStream(reception, delivery, body.stream);
  else if (body.kind === "spent") rejectSpent(reception, delivery);
  else if (isOversized(body.payload, reception.settings.maxBodySize)) rejectSize(reception);
  else receive(reception, delivery, body.payload);
}

function receiveStream(reception: Reception, delivery: DeliveryHeaders, stream: ByteStream): void {
  // By a promise: what it goes on with keeps the asynchronous context of the request, which the
  // events of a stream do not have.
  let settle: (body: BodyOutcome) => void = ignore;
  void new Promise<BodyOutcome>((resolve) => {
    settle = resolve;
  }).then((body) => receiveBody(reception, delivery, body));
  const giveUp = readBody(stream, reception.settings.maxBodySize, settle);
  limitTime(reception, () => giveUp("REQUEST_TIMEOUT"));
}

/** Called when the body is there: what is thrown would be nobody's. */
function receiveBody(reception: Reception, delivery: DeliveryHeaders, body: BodyOutcome): void {
  try {
    if (typeof body !== "string") receive(reception, delivery, body);
    else if (body === "REQUEST_ABORTED") abandon(reception);
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
  const { settings } = reception;
  const { id, name, signature } = delivery;
  const processing = settings.intake.pass(settings.receive, { id, name, payload, signature });
  const processed = answerWhenDone(reception, id, processing);
  announce(settings, processed);
  limitTime(reception, () => finish(reception, STILL_PROCESSING));
}

/**
 * Never rejects: a failure is logged, whether or not anybody still waits for the answer. Apart from
 * its caller, as what it waits with would keep the body until the handlers are done.
 */
function answerWhenDone(
  reception: Reception,
  id: string,
  processing: Promise<unknown>,
): Promise<void> {
  return processing.then(
    () => finish(reception, OK),
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

/** Sets what is done when the time of the request is up; the time goes on as it is. */
function limitTime(reception: Reception, expire: () => void): void {
  if (reception.deadline === undefined)
    reception.deadline = reception.settings.startDeadline(expire);
  else reception.deadline.expire = expire;
}

function rejectSize(reception: Reception): void {
  reject(reception, { code: "PAYLOAD_TOO_LARGE" });
}

/** Refuses what is at fault in the request itself. */
function reject(reception: Reception, fault: Fault): void {
  const { settings, exchange } = reception;
  finish(reception, refuse(settings, readId(settings, exchange), fault));
}

function rejectSpent(reception: Reception, { id }: DeliveryHeaders): void {
  finish(reception, answerSpentBody(reception.settings, id));
}

/** Nobody is left to be answered. */
function abandon(reception: Reception): void {
  const { settings, exchange } = reception;
  refuse(settings, readId(settings, exchange), { code: "REQUEST_ABORTED" });
  finish(reception, undefined);
}

function fail(reception: Reception, id: string, error: unknown): void {
  finish(reception, answerFailure(reception.settings, id, error));
}

/** The first answer is the one that is sent. */
function finish(reception: Reception, answer: Answer | undefined): void {
  if (reception.isAnswered) return;
  reception.isAnswered = true;
  reception.deadline?.clear();
  const { exchange } = reception;
  const { intake } = reception.settings;
  // A kept connection would keep a server that is to end from it.
  const pending = exchange.send(intake.isOpen ? answer : answer && closeAfter(answer));
  if (pending === undefined) intake.leave();
  else void pending.then(() => intake.leave());
}

/** As it was sent, for the log: a request is named even when it is refused for its headers. */
function readId({ headerNames }: MiddlewareSettings, exchange: Exchange): string {
  return exchange.header(headerNames.delivery) ?? "";
}
