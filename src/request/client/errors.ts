/** The errors of a client: a response, a lost connection, a timeout (contract F.4). */
import { linkTo } from "../../base/package.js";
import { hideUserInfo } from "./hide-credentials.js";

/** A response that is an error, or that cannot be used (contract F.4). */
export class ResponseError<Status extends number = number, Data = unknown> extends Error {
  /** True for an error of another copy of the package, too. Subclasses keep the usual test. */
  static override [Symbol.hasInstance]<Class extends AnyClass>(
    this: Class,
    value: unknown,
  ): value is InstanceType<Class> {
    return (this as AnyClass) === ResponseError
      ? BRAND in Object(value)
      : Function.prototype[Symbol.hasInstance].call(this, value);
  }

  override readonly name: string = "ResponseError";
  declare readonly code: ResponseErrorCode;
  /** The address of the page that explains the code. */
  declare readonly docs: string;
  /** `<METHOD> <url>`, as the caller wrote it. */
  declare readonly route: string;
  declare readonly status: Status;
  /** The body, read by its content type. */
  declare readonly data: Data;
  /** The address that the response came from, without credentials. */
  declare readonly url: string;
  /** The service's id for the request, from the header that `requestId` in the YAML names. */
  declare readonly requestId: string | undefined;
  /** The number of times that the request was sent. */
  declare readonly attempts: number;
  /** Private, because they may hold a cookie, which a log of the error should not show. */
  readonly #headers: Headers;

  constructor(message: string, { headers, ...init }: ResponseErrorInit<Status, Data>) {
    super(message);
    Object.assign(this, init, { docs: linkTo(init.code) });
    Object.defineProperty(this, BRAND, {}); // not enumerable, so that it is not printed
    this.#headers = headers;
  }

  get headers(): Headers {
    return this.#headers;
  }
}

/** Marks errors, so that each copy of the package recognizes those of the others. */
const BRAND = /* @__PURE__ */ Symbol.for("typewire.ResponseError");

/** A lost connection: there was no response, or its body broke off (contract F.4). */
export class ConnectionError extends Error {
  override readonly name = "ConnectionError";
  /** The platform's code, such as `ECONNRESET`, if it gives one. */
  declare readonly code: string | undefined;
  /** The address of the page that explains the error. */
  declare readonly docs: string;
  declare readonly route: string;
  declare readonly attempts: number;

  constructor(
    route: string,
    event: string,
    attempts: number,
    cause: Error & { readonly code?: string | undefined },
  ) {
    const { code } = cause;
    super(`"${route}" ${event}${code === undefined ? "" : ` (${code})`}.`, { cause });
    Object.assign(this, { code, docs: linkTo("ConnectionError"), route, attempts });
  }
}

/** A call took longer than the option `timeout`, which includes all attempts and waits (contract F.10). */
export class TimeoutError extends Error {
  override readonly name = "TimeoutError";
  /** The address of the page that explains the error. */
  declare readonly docs: string;
  declare readonly route: string;
  /** In milliseconds. */
  declare readonly timeout: number;

  constructor(route: string, timeout: number) {
    const shown = hideUserInfo(route);
    super(`"${shown}" took longer than ${timeout} ms.`);
    Object.assign(this, { docs: linkTo("TimeoutError"), route: shown, timeout });
  }
}

/** A reply that a mock lacks, or cannot make (contract F.16). */
export class MissingReplyError extends Error {}

/** Tells whether an error is a response, and of a certain route if one is named. */
export function isResponseError(error: unknown, route?: string): error is ResponseError {
  return error instanceof ResponseError && (route === undefined || error.route === route);
}

// ---- Types

/** Reason why a response is an error; stable across releases. */
export type ResponseErrorCode =
  /** The status is outside 2xx. */
  | "STATUS"
  /** The body contradicts its content type; `data` is the beginning of its text. */
  | "INVALID_BODY"
  /** The stream of the response says that the service failed. */
  | "STREAM_ERROR"
  /** A text or a number in the body is not the value that the service describes. */
  | "INVALID_VALUE"
  /** The link to the next page leads to another origin, or is not a URL. */
  | "FOREIGN_LINK";

type ResponseErrorInit<Status extends number, Data> = Omit<
  ResponseError<Status, Data>,
  keyof Error | "docs"
>;

/**
 * A class, for the type of `instanceof`. Without it, a compiler takes `any` for the type arguments of what is
 * found, and with it their constraints: a body is `unknown`.
 */
export type AnyClass = abstract new (...parameters: never) => unknown;

/** Finds the class for the errors of a status. */
export type FindErrorClass = (status: number) => typeof ResponseError | undefined;
