/** Responses of the inspector. Each has headers that keep a browser from running or sharing what is in it. */
import type { ErrorAnswer } from "../types.js";
import { INSPECTOR_PAGE } from "./unbuilt-page.js";

export function answerPage(token: string): Response {
  const { before, after, scriptHash, styleHash } = INSPECTOR_PAGE;
  const policy = [
    "default-src 'none'",
    `script-src '${scriptHash}'`,
    `style-src '${styleHash}'`,
    "connect-src 'self'",
    "img-src data:",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
  const headers = {
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": policy,
    "x-frame-options": "DENY",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
  };
  return respond(200, headers, before + token + after);
}

/** Answers with a file to save. Its type must be one that no browser shows: a body may be HTML. */
export function respondFile(
  name: string,
  type: string,
  content: Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>,
): Response {
  const disposition = `attachment; filename="${name}"`;
  return respond(200, { "content-type": type, "content-disposition": disposition }, content);
}

export function answerNotFound(): Response {
  return respondError(404, "NOT_FOUND", "There is nothing here.");
}

export function respondError(status: number, code: string, error: string): Response {
  const answer: ErrorAnswer = { error, code };
  return respondJson(status, answer);
}

export function respondJson(status: number, value: unknown): Response {
  const headers = { "content-type": "application/json; charset=utf-8" };
  return respond(status, headers, JSON.stringify(value));
}

/** Headers of every answer. */
const SAFE_HEADERS = {
  "cache-control": "no-store",
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
};

export function respond(
  status: number,
  headers: Readonly<Record<string, string>>,
  body: string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>,
): Response {
  return new Response(body === "" ? null : body, {
    status,
    headers: { ...SAFE_HEADERS, ...headers },
  });
}
