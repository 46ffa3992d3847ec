import { isWellFormedSignature } from "../webhooks/signature.js";
import type { RawPayload } from "../webhooks/types.js";
import { closeAfter, OK, STILL_PROCESSING } from "./answer.js";
import type { Answer } from "./answer.js";
import { Deadline } from "./deadline.js";
import { findContentFault, readContentLength, readDeliveryHeaders } from "./delivery-headers.js";
import type { DeliveryHeaders, Fault, HeaderReader } from "./delivery-headers.js";
import type { MiddlewareSettings } from "./options.js";
import { isOversized, readBody } from "./read-body.js";
import type { BodySource, ByteStream } from "./read-body.js";
import { answerFailure, answerSpentBody, faultOf, refuse } from "./refusal.js";

/** A request as the rules see it; each adapter makes one of its platform's. */
export interface DeliveryRequest {
  /** As it was sent, in uppercase where it is a standard one. */
  readonly method: string;
  readonly header: HeaderReader;
  /** Asked for once, and only when the headers are in order. */
  readonly takeBody: () => BodySource;
}

/**
 * Answers a request for the middleware's own path: every rule of the specification's section C,
 * for every platform. `send` gets nothing when the client has gone. What is taken in counts as in
 * flight until it is sent; while the toolkit drains, nothing is taken in.
 */
export async function serve<Sent>(
  settings: MiddlewareSettings,
  request: DeliveryRequest,
  send: (answer: Answer | undefined) => Sent | Promise<Sent>,
): Promise<Sent> {
  const { intake } = settings;
  if (!intake.enter())
    return send(refuse(settings, readId(settings, request), faultOf("DRAINING")));
  try {
    const answer = await handle(settings, request);
    // A kept connection would keep a server that is to end from it.
    return await send(intake.isOpen ? answer : answer && closeAfter(answer));
  } finally {
    intake.leave();
  }
}

/** Resolves with nothing when the client has gone; never rejects. */
async function handle(
  settings: MiddlewareSettings,
  request: DeliveryRequest,
): Promise<Answer | undefined> {
  try {
    return await receiveRequest(settings, request);
  } catch (error) {
    return answerFailure(settings, readId(settings, request), error);
  }
}

function receiveRequest(
  settings: MiddlewareSettings,
  request: DeliveryRequest,
): Answer | Promise<Answer | undefined> {
  const fault = findFault(request);
  if (fault !== undefined) return refuse(settings, readId(settings, request), fault);
  const delivery = readDeliveryHeaders(request.header, settings.headerNames);
  if ("code" in delivery) return refuse(settings, readId(settings, request), delivery);
  const declared = readContentLength(request.header);
  if (declared > settings.maxBodySize)
    return refuse(settings, readId(settings, request), faultOf("PAYLOAD_TOO_LARGE"));
  const deadline = new Deadline(settings.timeout);
  if (!isWellFormedSignature(delivery.signature)) {
    // Refused for its signature, which is looked at first: the body need not be awaited.
    return dispatch(settings, delivery, "", deadline);
  }
  const body = request.takeBody();
  switch (body.kind) {
    case "spent":
      return answerSpentBody(settings, readId(settings, request));
    case "raw":
      return isOversized(body.payload, settings.maxBodySize)
        ? refuse(settings, readId(settings, request), faultOf("PAYLOAD_TOO_LARGE"))
        : dispatch(settings, delivery, body.payload, deadline);
    case "stream":
      return receiveStream(settings, request, delivery, body.stream, deadline);
  }
}

function findFault(request: DeliveryRequest): Fault | undefined {
  if (request.method === "POST") return findContentFault(request.header);
  return { code: "METHOD_NOT_ALLOWED", message: "Deliveries are sent with POST." };
}

async function receiveStream(
  settings: MiddlewareSettings,
  request: DeliveryRequest,
  delivery: DeliveryHeaders,
  stream: ByteStream,
  deadline: Deadline,
): Promise<Answer | undefined> {
  const body = await readBody(stream, { limit: settings.maxBodySize, deadline });
  if (typeof body !== "string") return dispatch(settings, delivery, body, deadline);
  deadline.clear();
  const answer = refuse(settings, readId(settings, request), faultOf(body));
  return body === "REQUEST_ABORTED" ? undefined : answer;
}

/**
 * Hands a delivery over, and answers when its handlers are done or the time is up. Verification
 * is synchronous, so a delivery that is still pending when the time is up has been verified.
 */
function dispatch(
  settings: MiddlewareSettings,
  delivery: DeliveryHeaders,
  payload: RawPayload,
  deadline: Deadline,
): Promise<Answer> {
  const outcome = receive(settings, delivery, payload);
  announce(settings, outcome);
  return new Promise((resolve) => {
    deadline.onExpiry(() => resolve(STILL_PROCESSING));
    void outcome.then((answer) => {
      deadline.clear();
      resolve(answer);
    });
  });
}

/**
 * Never rejects: a failure is logged here, whether or not anybody still waits for the answer.
 * No asynchronous function, which would keep the body until the handlers are done.
 */
function receive(
  settings: MiddlewareSettings,
  { id, name, signature }: DeliveryHeaders,
  payload: RawPayload,
): Promise<Answer> {
  const { intake, webhooks } = settings;
  return intake
    .pass(() => webhooks.verifyAndReceive({ id, name, payload, signature }))
    .then(
      () => OK,
      (error: unknown) => answerFailure(settings, id, error),
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

/** As it was sent, for the log: a request is named even when it is refused for its headers. */
function readId({ headerNames }: MiddlewareSettings, request: DeliveryRequest): string {
  return request.header(headerNames.delivery) ?? "";
}
