/** Answers over HTTP, as data: middlewares write them; challenges and an inbox resolve with them. */

export const PLAIN_TEXT = "text/plain; charset=utf-8";
export const JSON_TYPE = "application/json";

/** @param body ASCII text, whose length is its size in bytes. */
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

export interface Answer {
  readonly status: number;
  /** Names in lowercase, with `connection: close` if the connection must be closed. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}
