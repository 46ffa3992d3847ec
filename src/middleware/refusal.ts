import { WEBHOOK_FAILURES, WebhookAggregateError } from "../webhook-error.js";
import type { WebhookErrorCode } from "../webhook-error.js";
import { quote } from "../webhooks/quote.js";
import { createErrorAnswer, describeFault } from "./answer.js";
import type { Answer, Fault } from "./answer.js";
import type { MiddlewareSettings } from "./options.js";

const BODY_ADVICE =
  "Put the middleware before any body parser, or keep the bytes: " +
  "express.json({ verify: (request, response, bytes) => { request.rawBody = bytes; } }).";

/** The stage that failed decides the answer; what failed in it goes to the log alone. */
export function answerFailure(settings: MiddlewareSettings, id: string, error: unknown): Answer {
  const code = readCode(error);
  return WEBHOOK_FAILURES[code][0] < 500
    ? refuse(settings, id, { code })
    : fail(settings, id, code, error);
}

/** A mistake in how the receiver is put together: the log tells how to mend it. */
export function answerSpentBody(settings: MiddlewareSettings, id: string): Answer {
  return fail(settings, id, "BODY_ALREADY_PARSED", BODY_ADVICE);
}

/** @param cause for the log. */
function fail(
  { log }: MiddlewareSettings,
  id: string,
  code: WebhookErrorCode,
  cause: unknown,
): Answer {
  log.error(`Delivery ${quote(id)} failed: ${code}.`, cause);
  return createErrorAnswer({ code }, id);
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

/** Answers what is at fault in the request itself. Logs well under a kilobyte, and nothing of the body. */
export function refuse({ log }: MiddlewareSettings, id: string, fault: Fault): Answer {
  log.warn(`Refused delivery ${quote(id)}: ${fault.code}. ${describeFault(fault)}`);
  return createErrorAnswer(fault);
}
