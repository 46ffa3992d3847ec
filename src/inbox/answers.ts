import type { ChallengeAnswer } from "../webhooks/reader.js";

/** In seconds: most services wait longer anyway. */
const RETRY_AFTER = 10;

/** The delivery is stored. */
export const ACCEPTED: ChallengeAnswer = /* @__PURE__ */ createAnswer(
  202,
  "text/plain",
  "accepted\n",
);

export const UNAVAILABLE: ChallengeAnswer = /* @__PURE__ */ createRefusal(
  "The delivery could not be stored.",
);

/** It may still be stored; it is known again then. */
export const LATE: ChallengeAnswer = /* @__PURE__ */ createRefusal(
  "The delivery was not stored in time.",
);

function createRefusal(error: string): ChallengeAnswer {
  const body = JSON.stringify({ error, code: "STORE_UNAVAILABLE" });
  return createAnswer(503, "application/json", body, { "retry-after": String(RETRY_AFTER) });
}

/** @param body ASCII text. */
function createAnswer(
  status: number,
  type: string,
  body: string,
  extra?: Readonly<Record<string, string>>,
): ChallengeAnswer {
  const headers = {
    "content-type": type === "text/plain" ? "text/plain; charset=utf-8" : type,
    "content-length": String(body.length),
    "x-content-type-options": "nosniff",
    ...extra,
  };
  return { status, headers, body };
}
