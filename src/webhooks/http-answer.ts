/** Answers over HTTP as data. Middlewares write them; challenges and an inbox resolve with them. */

export interface Answer {
  readonly status: number;
  /** Names in lowercase. `connection: close` is there when the connection must not be kept. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export const PLAIN_TEXT = "text/plain; charset=utf-8";
export const JSON_TYPE = "application/json";

/** @param body ASCII text, so that its length in bytes is known. */
export function createAnswer(
  status: number,
  type: string,
  body: string,
  extra?: Readonly<Record<string, string>>,
): Answer {
  const headers = {
    "content-type": type,
    "content-length": String(body.length),
    "x-content-type-options": "nosniff",
    ...extra,
  };
  return { status, headers, body };
}
