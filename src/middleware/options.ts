import { createSafeLog } from "../log.js";
import type { Log, SafeLog } from "../log.js";
import type { DeliveryHeaderNames } from "../webhooks/catalog.js";
import { findIntake } from "../webhooks/intake.js";
import type { Intake } from "../webhooks/intake.js";
import type { DeliveryReceiver } from "../webhooks/types.js";
import type { StartDeadline } from "./deadline.js";
import { createPathMatcher } from "./path.js";
import type { PathMatcher } from "./path.js";

/** What every middleware can be told. */
export interface MiddlewareOptions {
  /**
   * Where deliveries are received; by default the catalog's path. It begins with `/` and is
   * compared exactly, one trailing slash and a query aside.
   */
  readonly path?: string | undefined;
  /** Where this middleware writes, in place of the log of the webhooks. */
  readonly log?: Log | undefined;
  /**
   * Milliseconds from the request until it is answered whatever happens: 408 when the body has
   * not arrived, 202 when handlers are still running. 9,000 by default.
   */
  readonly timeout?: number | undefined;
  /** The largest body that is taken, in bytes; 25 MiB by default. */
  readonly maxBodySize?: number | undefined;
  /**
   * Told of the processing of each delivery, for platforms that stop once the answer is sent.
   * The promise outlasts a 202 and never rejects.
   */
  readonly waitUntil?: ((processing: Promise<unknown>) => unknown) | undefined;
}

/** The options, checked and with their defaults. */
export interface MiddlewareSettings {
  readonly receive: DeliveryReceiver["verifyAndReceive"];
  readonly intake: Intake;
  readonly isOwnPath: PathMatcher;
  readonly headerNames: DeliveryHeaderNames;
  readonly log: SafeLog;
  readonly startDeadline: StartDeadline;
  readonly maxBodySize: number;
  readonly waitUntil: ((processing: Promise<unknown>) => unknown) | undefined;
}

const DEFAULT_TIMEOUT = 9_000;
const DEFAULT_MAX_BODY_SIZE = 25 * 1024 * 1024;

/** The longest delay that timers keep; a longer one would fire at once. */
const MAX_INTEGER = 2 ** 31 - 1;

/**
 * Checks what a middleware is created with.
 * @throws TypeError for webhooks, a path or a function that is none.
 * @throws RangeError for a number that is out of range.
 */
export function readSettings(
  webhooks: DeliveryReceiver,
  options: MiddlewareOptions,
  createDeadlines: (timeout: number) => StartDeadline,
): MiddlewareSettings {
  requireWebhooks(webhooks);
  const { timeout = DEFAULT_TIMEOUT, maxBodySize = DEFAULT_MAX_BODY_SIZE, waitUntil } = options;
  requireInteger("timeout", timeout, "milliseconds");
  requireInteger("maxBodySize", maxBodySize, "bytes");
  requireFunction("waitUntil", waitUntil);
  const { path, headers } = webhooks.catalog;
  return {
    receive: (delivery) => webhooks.verifyAndReceive(delivery),
    intake: findIntake(webhooks),
    isOwnPath: createPathMatcher(requirePath(options.path ?? path)),
    headerNames: headers,
    log: options.log === undefined ? webhooks.log : createSafeLog(options.log),
    startDeadline: createDeadlines(timeout),
    maxBodySize,
    waitUntil,
  };
}

/** @throws TypeError when an option that is given is not a function. */
export function requireFunction(name: string, value: unknown): void {
  if (value !== undefined && typeof value !== "function") {
    throw new TypeError(`\`${name}\` must be a function, got ${describe(value)}.`);
  }
}

function requireWebhooks(webhooks: unknown): void {
  const candidate = webhooks as Partial<DeliveryReceiver> | null | undefined; // from untyped callers
  if (typeof candidate?.verifyAndReceive !== "function" || candidate.catalog === undefined) {
    throw new TypeError(
      `A webhooks instance is required as the first argument, got ${describe(webhooks)}. ` +
        "Create it with `new Webhooks({ secret })`.",
    );
  }
}

function requireInteger(name: string, value: unknown, unit: string): void {
  if (!Number.isInteger(value) || Number(value) < 1 || Number(value) > MAX_INTEGER) {
    throw new RangeError(
      `\`${name}\` must be an integer from 1 to ${MAX_INTEGER} (${unit}), got ${describe(value)}.`,
    );
  }
}

/** A path that a URL would spell differently could never match. */
function requirePath(path: unknown): string {
  if (typeof path !== "string" || !/^\/(?!\/)/.test(path)) {
    throw new TypeError(`\`path\` must begin with one "/", got ${describe(path)}.`);
  }
  const spelling = new URL(`http://localhost${path}`).pathname;
  if (spelling !== path) {
    throw new TypeError(
      `\`path\` ${describe(path)} would never match: requests spell it ${describe(spelling)}. ` +
        "Give it without query, fragment and dot segments, and percent-encoded.",
    );
  }
  return path;
}

function describe(value: unknown): string {
  if (typeof value === "string") return JSON.stringify(value);
  if (typeof value === "number" || typeof value === "bigint") return String(value);
  return value === null ? "null" : typeof value;
}
