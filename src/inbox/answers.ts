import { type Answer, createAnswer, JSON_TYPE, PLAIN_TEXT } from "../webhooks/webhook-error.js";

/** In seconds: most services wait longer anyway. */
const RETRY_AFTER = 10;

/** The delivery is stored. */
export const ACCEPTED = /* @__PURE__ */ createAnswer(202, PLAIN_TEXT, "accepted\n");

export const UNAVAILABLE = /* @__PURE__ */ createRefusal("The delivery could not be stored.");

/** Sent when the time is up. If the delivery is stored after that, its repetition is a duplicate. */
export const LATE = /* @__PURE__ */ createRefusal("The delivery was not stored in time.");

function createRefusal(error: string): Answer {
  const body = JSON.stringify({ error, code: "STORE_UNAVAILABLE" });
  return createAnswer(503, JSON_TYPE, body, { "retry-after": String(RETRY_AFTER) });
}
