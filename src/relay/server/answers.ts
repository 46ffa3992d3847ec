/** The answers of a relay, by code. */
import { toAsciiJson } from "../../base/expect.js";

/** Creates the answer of a code. It repeats nothing of the request. */
export function createResponse(code: AnswerCode): Response {
  const [status, text] = ANSWERS[code];
  const isStored = code === "STORED";
  const body = isStored ? `${text}\n` : toAsciiJson({ error: text, code });
  return new Response(body, {
    status,
    headers: {
      "content-type": isStored ? "text/plain; charset=utf-8" : "application/json",
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
      ...ANSWER_HEADERS[code],
    },
  });
}

/** Status and text of each answer. The texts may change. */
const ANSWERS = {
  STORED: [202, "stored"],
  NOT_FOUND: [404, "There is no such channel. A relay listens at /<channel>."],
  METHOD_NOT_ALLOWED: [405, "Expected GET to follow the channel, or POST with a delivery."],
  NO_CHALLENGES: [
    405,
    "A relay cannot answer a challenge: only a receiver knows the answer. To follow the channel, send a GET without a query.",
  ],
  PAYLOAD_TOO_LARGE: [413, "The body is too large."],
  TOO_MANY_BYTES: [503, "The relay is receiving too much at once. Send it again."],
  REQUEST_TIMEOUT: [408, "The body did not arrive in time."],
  REQUEST_ABORTED: [400, "The request was aborted."],
  UNAUTHORIZED: [401, "Following this relay needs its token, as authorization: Bearer <token>."],
  TOO_MANY_FOLLOWERS: [503, "The relay has too many followers."],
  STORE_FAILED: [503, "The delivery could not be stored. Send it again."],
  CLOSED: [503, "The relay is shutting down."],
} as const satisfies Readonly<Record<string, readonly [status: number, text: string]>>;

const ANSWER_HEADERS: Partial<Record<AnswerCode, Readonly<Record<string, string>>>> = {
  METHOD_NOT_ALLOWED: { allow: "GET, POST, PUT, PATCH, DELETE" },
  NO_CHALLENGES: { allow: "POST, PUT, PATCH, DELETE" },
  UNAUTHORIZED: { "www-authenticate": "Bearer" },
  TOO_MANY_BYTES: { "retry-after": "10" },
  TOO_MANY_FOLLOWERS: { "retry-after": "10" },
  STORE_FAILED: { "retry-after": "10" },
  CLOSED: { "retry-after": "10" },
};

export type AnswerCode = keyof typeof ANSWERS;
