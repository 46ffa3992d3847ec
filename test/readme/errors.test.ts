/** The page of errors has a heading for each code, and each error the address of its heading. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import {
  ConnectionError,
  ResponseError,
  TimeoutError,
  type ResponseErrorCode,
} from "../../src/request/client/errors.js";
import { EndpointError, type EndpointErrorCode } from "../../src/request/endpoint/errors.js";
import { InboxError, type InboxErrorCode } from "../../src/inbox/store.js";
import { OAuthError, type OAuthErrorCode } from "../../src/request/oauth/errors.js";
import { RelayError, type RelayErrorCode } from "../../src/relay/errors.js";
import { InvalidDataError } from "../../src/schemas/client-checks.js";
import {
  HTTP_ERRORS,
  WebhookAggregateError,
  WebhookError,
  type HttpErrorCode,
  type WebhookErrorCode,
} from "../../src/receive/webhooks/webhook-error.js";

const headings = [...readText("docs/errors.md").matchAll(/^### (.+)$/gm)].map(
  ([, text = ""]) => text,
);

const endpointCodes = keysOf<EndpointErrorCode>({
  INVALID_ROUTE: true,
  INVALID_METHOD: true,
  INVALID_TEMPLATE: true,
  INVALID_URL: true,
  INVALID_OPTION: true,
  INVALID_HEADER: true,
  INVALID_PARAMETER: true,
  MISSING_PARAMETER: true,
  UNSAFE_PATH: true,
  BODY_NOT_ALLOWED: true,
  STREAM_ROUTE: true,
});

const responseCodes = keysOf<ResponseErrorCode>({
  STATUS: true,
  INVALID_BODY: true,
  STREAM_ERROR: true,
  INVALID_VALUE: true,
  FOREIGN_LINK: true,
});

const oauthCodes = keysOf<OAuthErrorCode>({
  REFUSED: true,
  UNAVAILABLE: true,
  INVALID_RESPONSE: true,
  LOAD_FAILED: true,
  SAVE_FAILED: true,
});

const inboxCodes = keysOf<InboxErrorCode>({
  STORE_UNAVAILABLE: true,
  STORE_TOO_NEW: true,
  STORE_TOO_OLD: true,
  STORE_UNREADABLE: true,
  STORE_REPLACED: true,
  STORE_DAMAGED: true,
  CATCH_UP_FAILED: true,
  CLOSED: true,
});

const relayCodes = keysOf<RelayErrorCode>({
  RELAY_UNREACHABLE: true,
  RELAY_UNAVAILABLE: true,
  RELAY_SILENT: true,
  RELAY_ENDED: true,
  RELAY_REFUSED: true,
  RELAY_NOT_A_STREAM: true,
  RELAY_REDIRECTED: true,
  RELAY_GONE: true,
  RELAY_CLOSED: true,
});

/** Codes that are never thrown: only the body of an answer has them. */
const ANSWERED: readonly HttpErrorCode[] = [
  "NOT_FOUND",
  "METHOD_NOT_ALLOWED",
  "UNSUPPORTED_MEDIA_TYPE",
];

const httpCodes = Object.keys(HTTP_ERRORS) as HttpErrorCode[]; // the keys of its type

const webhookCodes = httpCodes.filter(isThrown);

const event = { id: "1", name: "issues", payload: {} };
const response = { route: "GET /", status: 500, data: {}, headers: new Headers() };
const sent = { ...response, url: "https://a.example", requestId: undefined, attempts: 1 };
const tokenUrl = { url: "https://a.example/token" };

const errors: readonly (readonly [code: string, error: Thrown])[] = [
  ...endpointCodes.map((code) => [code, new EndpointError(code, "", "GET /")] as const),
  ...responseCodes.map((code) => [code, new ResponseError("", { ...sent, code })] as const),
  ...oauthCodes.map((code) => [code, new OAuthError("", { ...tokenUrl, code })] as const),
  ...inboxCodes.map((code) => [code, new InboxError(code, "")] as const),
  ...relayCodes.map((code) => [code, new RelayError(code, "")] as const),
  ...webhookCodes.map((code) => [code, new WebhookError(code, "", event)] as const),
  ...webhookCodes.map((code) => [code, new WebhookAggregateError(code, "", event, [])] as const),
  ["INVALID_REQUEST", new InvalidDataError("POST /", undefined, [])],
  ["INVALID_RESPONSE", new InvalidDataError("POST /", 200, [])],
  ["ConnectionError", new ConnectionError("GET /", "got no response", 1, new Error())],
  ["TimeoutError", new TimeoutError("GET /", 1)],
];

describe("the page of errors", () => {
  it("has each code once, and no other", () => {
    const codes = new Set([...errors.map(([code]) => code), ...ANSWERED]);
    expect([...headings].sort()).toEqual([...codes].sort());
  });

  it.each(errors)("[A.15] is named by the error %s, with its heading", (code, error) => {
    expect(error.docs).toBe(
      `https://github.com/typewire/typewire/blob/main/docs/errors.md#${code.toLowerCase()}`,
    );
  });
});

function readText(path: string) {
  return readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");
}

function keysOf<Code extends string>(codes: All<Code>) {
  return Object.keys(codes) as Code[]; // its own
}

function isThrown(code: HttpErrorCode): code is WebhookErrorCode {
  return !ANSWERED.includes(code);
}

/** The compiler asks for a code that is missing here. */
type All<Code extends string> = Readonly<Record<Code, true>>;

type Thrown = Error & { readonly docs: string };
