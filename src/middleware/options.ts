import { createSafeLog } from "../log.js";
import type { Log, SafeLog } from "../log.js";
import type { DeliveryHeaderNames } from "../webhooks/catalog.js";
import { expectOptionalFunction, unexpected } from "../webhooks/expect.js";
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
  const { path, headers } = expectWebhooks(webhooks).catalog;
  const { timeout = DEFAULT_TIMEOUT, maxBodySize = DEFAULT_MAX_BODY_SIZE, waitUntil } = options;
  return {
    receive: (delivery) => webhooks.verifyAndReceive(delivery),
    intake: findIntake(webhooks),
    isOwnPath: createPathMatcher(expectPath(options.path ?? path)),
    headerNames: headers,
    log: options.log === undefined ? webhooks.log : createSafeLog(options.log),
    startDeadline: createDeadlines(expectInteger(timeout, "`timeout`")),
    maxBodySize: expectInteger(maxBodySize, "`maxBodySize`"),
    waitUntil: expectOptionalFunction(waitUntil, "`waitUntil`"),
  };
}

function expectWebhooks(webhooks: DeliveryReceiver): DeliveryReceiver {
  const candidate = webhooks as Partial<DeliveryReceiver> | null | undefined; // from untyped callers
  if (typeof candidate?.verifyAndReceive === "function" && candidate.catalog !== undefined) {
    return webhooks;
  }
  throw unexpected(
    webhooks,
    "the first argument",
    "a webhooks instance: `new Webhooks({ secret })`",
  );
}

function expectInteger(value: number, role: string): number {
  if (Number.isInteger(value) && value > 0 && value <= MAX_INTEGER) return value;
  throw new RangeError(`Got ${value} as ${role}, expected an integer from 1 to ${MAX_INTEGER}.`);
}

function expectPath(path: unknown): string {
  if (typeof path === "string" && /^\/(?!\/)/.test(path) && spellPath(path) === path) return path;
  const expected = "a path as URLs spell it, one slash before it and no query after it";
  throw unexpected(path, "`path`", expected);
}

/** A path that a URL spells differently could never match. */
function spellPath(path: string): string {
  return new URL(`http://localhost${path}`).pathname;
}
