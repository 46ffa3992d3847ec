import { WebhookAggregateError } from "../webhook-error.js";
import type { WebhookErrorCode } from "../webhook-error.js";
import { createErrorAnswer } from "./answer.js";
import type { Answer } from "./answer.js";
import type { Fault } from "./delivery-headers.js";
import type { MiddlewareSettings } from "./options.js";

/** What an answer says of each failure; nothing of what was thrown is in it. */
const MESSAGES: Readonly<Record<WebhookErrorCode, string>> = {
  SIGNATURE_MISSING: "The signature is missing.",
  SIGNATURE_MALFORMED: "The signature is malformed.",
  SIGNATURE_MISMATCH: "The signature does not match the body.",
  PAYLOAD_NOT_RAW: "The body did not reach the receiver as it was sent.",
  BODY_ALREADY_PARSED: "The body was parsed before it could be verified.",
  INVALID_PAYLOAD: "The body is no JSON object in UTF-8, or not one of its event.",
  PAYLOAD_TOO_LARGE: "The body is too large.",
  REQUEST_TIMEOUT: "The body did not arrive in time.",
  REQUEST_ABORTED: "The request ended before its body.",
  HANDLER_FAILED: "A handler failed.",
  TRANSFORM_FAILED: "The event could not be transformed.",
  DRAINING: "The receiver is shutting down.",
};

const BODY_ADVICE =
  "The body of a delivery was read before this middleware, and its bytes are lost: they are " +
  "what the signature covers. Put the middleware before any body parser, or let the parser " +
  "keep the bytes: express.json({ verify: (request, response, bytes) => { " +
  "request.rawBody = bytes; } }).";

/** The stage that failed decides the answer; what failed in it goes to the log alone. */
export function answerFailure(settings: MiddlewareSettings, id: string, error: unknown): Answer {
  const code = readCode(error);
  const fault = faultOf(code);
  const answer = createErrorAnswer({ error: fault.message, code });
  if (answer.status < 500) {
    logRefusal(settings, id, fault);
    return answer;
  }
  settings.log.error(`Delivery ${quote(id)} failed: ${code}.`, error);
  return createErrorAnswer({ error: fault.message, code, delivery: id });
}

/** A receiver that is not our own may reject with anything, such as a revoked proxy. */
function readCode(error: unknown): WebhookErrorCode {
  try {
    if (error instanceof WebhookAggregateError) return error.code;
  } catch {
    // What cannot be looked at is none of ours.
  }
  return "HANDLER_FAILED";
}

/** A mistake in how the receiver is put together: the log tells how to mend it. */
export function answerSpentBody({ log }: MiddlewareSettings, id: string): Answer {
  const { code, message } = faultOf("BODY_ALREADY_PARSED");
  log.error(`Delivery ${quote(id)} failed: ${code}. ${BODY_ADVICE}`);
  return createErrorAnswer({ error: message, code });
}

/** Answers what is at fault in the request itself. */
export function refuse(settings: MiddlewareSettings, id: string, fault: Fault): Answer {
  logRefusal(settings, id, fault);
  return createErrorAnswer({ error: fault.message, code: fault.code });
}

/** Well under a kilobyte, and nothing of the body. */
function logRefusal({ log }: MiddlewareSettings, id: string, { code, message }: Fault): void {
  log.warn(`Refused delivery ${quote(id)}: ${code}. ${message}`);
}

export function faultOf(code: WebhookErrorCode): Fault & { code: WebhookErrorCode } {
  return { code, message: MESSAGES[code] };
}

/** The sender chooses the id: it is cut, and what could steer a terminal is escaped. */
function quote(id: string): string {
  const shown = id.slice(0, 64).replace(/[^ -~]/g, (character) => `\\x${toHex(character)}`);
  return `"${shown}${id.length > 64 ? "…" : ""}"`;
}

function toHex(character: string): string {
  return character.charCodeAt(0).toString(16).padStart(2, "0");
}
