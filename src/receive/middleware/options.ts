/** The options that all middlewares share, checked and with their defaults. */
import { expectInteger, expectOptionalFunction, readOptions } from "../../base/expect.js";
import type { OptionNames } from "../../base/nearest.js";
import { createPathMatcher, expectPath, type PathMatcher } from "../../http/request.js";
import type { Answer } from "../webhooks/http-answer.js";
import type { RawPayload } from "../signatures/types.js";
import { readLog } from "../webhooks/log.js";
import type { DeliveryHead, RequestView } from "../webhooks/reader.js";
import { readRequestUrl } from "../webhooks/request-url.js";
import type { Log, SafeLog } from "../webhooks/types.js";
import { STILL_PROCESSING } from "./answer.js";
import {
  findReceiver,
  type DeliveryReceiver,
  type WebhooksInstance,
} from "../webhooks/receiver.js";

/** The options of every middleware. */
export interface MiddlewareOptions {
  /**
   * The path of deliveries. Default: the catalog's. It begins with `/` and is compared exactly, except for one
   * trailing slash and the query. `*` takes every request, behind a router.
   */
  readonly path?: string | undefined;
  /** The log of this middleware. Default: that of `webhooks`. */
  readonly log?: Log | undefined;
  /**
   * Milliseconds after which a request is answered in any case: with 408 if the body has not arrived, with
   * 202 if handlers are still running. Default: 9,000.
   */
  readonly timeout?: number | undefined;
  /** The largest accepted body, in bytes. Default: 25 MiB. */
  readonly maxBodySize?: number | undefined;
  /**
   * Called with a promise for each delivery, for platforms that stop a program once the answer is sent. The
   * promise resolves when the handlers are done, also after a 202, and never rejects.
   */
  readonly waitUntil?: ((processing: Promise<unknown>) => unknown) | undefined;
  /**
   * The URL that is registered with the service, for services that sign it. If it has no query, that of the
   * request is added. Default: the URL of the request, which a proxy may have changed.
   */
  readonly publicUrl?: string | undefined;
}

/** The checked options, with their defaults. */
export interface MiddlewareSettings {
  readonly receiver: DeliveryReceiver;
  readonly isOwnPath: PathMatcher;
  readonly log: SafeLog;
  /** In milliseconds. */
  readonly timeout: number;
  readonly maxBodySize: number;
  readonly waitUntil: ((processing: Promise<unknown>) => unknown) | undefined;
  readonly createDelivery: CreateDelivery;
  /** True if deliveries resolve with answers: if the service sends challenges, and with an inbox. */
  readonly hasAnswers: boolean;
  /** Sent if the time is up while a delivery is processed. */
  readonly late: Answer;
}

/** The names of the options of every middleware. */
export const MIDDLEWARE_OPTIONS: OptionNames<MiddlewareOptions> = {
  path: true,
  log: true,
  timeout: true,
  maxBodySize: true,
  waitUntil: true,
  publicUrl: true,
};

const DEFAULT_TIMEOUT = 9_000;
const DEFAULT_MAX_BODY_SIZE = 25 * 1024 * 1024;

/**
 * Checks the arguments that a middleware is created with.
 * @throws TypeError if `webhooks`, `options`, `path`, `log` or `waitUntil` has the wrong type.
 * @throws RangeError for a number that is out of range.
 */
export function readMiddlewareSettings(
  webhooks: WebhooksInstance,
  options: MiddlewareOptions,
): MiddlewareSettings {
  const receiver = findReceiver(webhooks);
  const {
    path,
    log,
    timeout = DEFAULT_TIMEOUT,
    maxBodySize = DEFAULT_MAX_BODY_SIZE,
    waitUntil,
    publicUrl,
  } = readOptions(options, "The options argument", "an object", MIDDLEWARE_OPTIONS);
  return {
    receiver,
    isOwnPath: createPathMatcher(readPath(path ?? receiver.catalog.path)),
    log: readLog(log, receiver.log),
    timeout: expectInteger(timeout, "`timeout`"),
    maxBodySize: expectInteger(maxBodySize, "`maxBodySize`"),
    waitUntil: expectOptionalFunction(waitUntil, "`waitUntil`"),
    createDelivery: chooseDelivery(receiver, publicUrl),
    late: receiver.late ?? STILL_PROCESSING,
    hasAnswers: receiver.reader.answerRequest !== undefined || receiver.late !== undefined,
  };
}

function readPath(path: unknown): string {
  return path === "*" ? path : expectPath(path, "/hooks/caf%C3%A9");
}

/** Creates the argument of `verifyAndReceive` from a request. */
type CreateDelivery = (request: RequestView, head: DeliveryHead, payload: RawPayload) => object;

/** Passes on the request where the toolkit needs more of it than the headers that it has read. */
function chooseDelivery(
  { reader, looksUpSecrets }: DeliveryReceiver,
  publicUrl: string | undefined,
): CreateDelivery {
  const readRequest = reader.bindRequests?.(publicUrl);
  if (readRequest) return (request, _head, payload) => readRequest(request, payload);
  const pickParts: CreateDelivery = (_request, { id, name, signature }, payload) => {
    return { id, name, payload, signature };
  };
  if (!looksUpSecrets) return pickParts;
  return (request, head, payload) => ({
    ...pickParts(request, head, payload),
    headers: request,
    url: readRequestUrl(request),
  });
}
