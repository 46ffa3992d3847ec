/**
 * The middleware for AWS Lambda: reads the event of a gateway or a load balancer as a request, and returns
 * the answer as its result.
 */
import { isRecord } from "../../base/values.js";
import { decodeBase64 } from "#platform";
import { expectFunction, isText, MAX_INTEGER, readOptions } from "../../base/expect.js";
import type { WebhooksInstance } from "../webhooks/receiver.js";
import type { Answer } from "../webhooks/http-answer.js";
import { createErrorAnswer } from "./answer.js";
import { type BodySource, SPENT_BODY } from "./body.js";
import { type Exchange, serve } from "./handle.js";
import { MIDDLEWARE_OPTIONS, readMiddlewareSettings, type MiddlewareOptions } from "./options.js";

export interface LambdaHandlerOptions extends MiddlewareOptions {
  /**
   * Milliseconds until the answer 202, while handlers run on. By default the answer waits for all handlers,
   * because AWS stops a function once it has answered.
   */
  readonly timeout?: number | undefined;
  /** Answers requests for other paths, in place of 404. */
  readonly onUnhandledRequest?:
    ((event: LambdaEvent) => LambdaResult | PromiseLike<LambdaResult>) | undefined;
}

/** Answers a request from AWS. Rejects only if `onUnhandledRequest` throws. */
export type LambdaHandler = (event: LambdaEvent) => Promise<LambdaResult>;

/**
 * Receives deliveries in an AWS Lambda function (contract, section C): behind a function URL, an API Gateway
 * (REST or HTTP, either version of the payload) or an Application Load Balancer.
 * The signature does not cover the headers with the event name and the delivery id.
 * @example
 * export const handler = createLambdaHandler(webhooks, { path: "*" }); // at the URL of the function
 * @throws TypeError if `webhooks` or an option has the wrong type.
 * @throws RangeError for a `timeout` or a `maxBodySize` out of range.
 */
export function createLambdaHandler(
  webhooks: WebhooksInstance,
  options: LambdaHandlerOptions = {},
): LambdaHandler {
  const checked = readOptions(options, "The options argument", "an object", {
    ...MIDDLEWARE_OPTIONS,
    onUnhandledRequest: true,
  });
  const { onUnhandledRequest = answerNotFound, timeout = MAX_INTEGER } = checked;
  const settings = readMiddlewareSettings(webhooks, { ...checked, timeout });
  expectFunction(onUnhandledRequest, "`onUnhandledRequest`");
  return (invocation) =>
    new Promise((resolve) => {
      // Who may invoke a function can pass anything. What is no object counts as a request without parts.
      const event: LambdaEvent = isRecord(invocation) ? invocation : {};
      if (settings.isOwnPath(readEventPath(event)))
        serve(settings, new LambdaExchange(event, resolve));
      else resolve(onUnhandledRequest(event));
    });
}

function answerNotFound(event: LambdaEvent): LambdaResult {
  return toResult(createErrorAnswer({ code: "NOT_FOUND" }), event);
}

class LambdaExchange implements Exchange {
  /** With the URL, which some services sign. */
  readonly request: { readonly url: string };
  readonly #event: LambdaEvent;
  readonly #resolve: (result: LambdaResult) => void;
  readonly #headers: ReadonlyMap<string, string>;

  constructor(event: LambdaEvent, resolve: (result: LambdaResult) => void) {
    this.#event = event;
    this.#resolve = resolve;
    this.#headers = joinHeaders(event);
    const host = this.get("host") ?? event.requestContext?.domainName ?? "";
    const scheme = this.get("x-forwarded-proto") ?? "https";
    this.request = { url: `${scheme}://${host}${readEventPath(event)}${readEventQuery(event)}` };
  }

  get method(): string {
    const { requestContext, httpMethod } = this.#event;
    return requestContext?.http?.method ?? httpMethod ?? "";
  }

  get(name: string): string | null {
    return this.#headers.get(name) ?? null;
  }

  takeBody(): BodySource {
    const { body, isBase64Encoded } = this.#event;
    const text: unknown = body ?? "";
    if (typeof text !== "string") return SPENT_BODY; // parsed by other code
    return { kind: "whole", payload: isBase64Encoded ? (decodeBase64(text) ?? "") : text };
  }

  send(answer?: Answer): undefined {
    this.#resolve(toResult(answer ?? createErrorAnswer({ code: "REQUEST_ABORTED" }), this.#event));
  }
}

/** Leaves out the headers of the connection and the length, which the gateway sets. */
function toResult({ status, headers, body }: Answer, event: LambdaEvent): LambdaResult {
  const { connection: _, "content-length": __, ...ownHeaders } = headers;
  const lists = Object.entries(ownHeaders).map(([name, value]): [string, string[]] => [
    name,
    [value],
  ]);
  return {
    statusCode: status,
    headers: ownHeaders,
    // A load balancer that sends lists expects lists.
    ...(event.multiValueHeaders && { multiValueHeaders: Object.fromEntries(lists) }),
    body,
    isBase64Encoded: false,
  };
}

/** Joins the values of a repeated header, as version 2 of the payload does. */
function joinHeaders({ headers, multiValueHeaders }: LambdaEvent): ReadonlyMap<string, string> {
  return new Map(
    listValues(multiValueHeaders ?? headers).map(([name, values]) => [
      name.toLowerCase(),
      values.join(", "),
    ]),
  );
}

function listValues(source: Values | Lists | null = {}): readonly [string, readonly string[]][] {
  const entries: readonly [string, unknown][] = Object.entries(source ?? {});
  return entries.flatMap(([name, value]): [string, string[]][] => {
    const valueList: readonly unknown[] = Array.isArray(value) ? value : [value];
    const texts = valueList.filter((value) => typeof value === "string");
    return texts.length === 0 ? [] : [[name, texts]];
  });
}

function readEventPath({ rawPath, path }: LambdaEvent): string {
  return [rawPath, path].find(isText) ?? "";
}

/** Writes the query as it was sent. Version 1 of an API Gateway decodes it; a load balancer does not. */
function readEventQuery(event: LambdaEvent): string {
  const { rawQueryString, requestContext } = event;
  const encode = requestContext?.elb === undefined ? encodeURIComponent : String;
  const { multiValueQueryStringParameters: lists, queryStringParameters: values } = event;
  const pairs = listValues(lists ?? values).flatMap(([name, texts]) =>
    texts.map((value) => `${encode(name)}=${encode(value)}`),
  );
  const query = rawQueryString ?? pairs.join("&");
  return query === "" ? "" : `?${query}`;
}

// ---- Events and results, as far as they are used

type Values = Readonly<Record<string, string | undefined>>;
type Lists = Readonly<Record<string, readonly string[] | undefined>>;

/** Request from AWS: a payload of either version, or that of a load balancer. */
export interface LambdaEvent {
  readonly requestContext?:
    | {
        readonly http?: { readonly method: string } | undefined;
        readonly elb?: object | undefined;
        readonly domainName?: string | undefined;
      }
    | undefined;
  readonly rawPath?: string | undefined;
  readonly rawQueryString?: string | undefined;
  readonly httpMethod?: string | undefined;
  readonly path?: string | undefined;
  readonly queryStringParameters?: Values | null | undefined;
  readonly multiValueQueryStringParameters?: Lists | null | undefined;
  readonly headers?: Values | null | undefined;
  readonly multiValueHeaders?: Lists | null | undefined;
  readonly body?: string | null | undefined;
  readonly isBase64Encoded?: boolean | undefined;
}

export interface LambdaResult {
  statusCode: number;
  headers?: Record<string, string>;
  multiValueHeaders?: Record<string, string[]>;
  body: string;
  isBase64Encoded?: boolean;
}
