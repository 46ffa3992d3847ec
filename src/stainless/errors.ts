/**
 * The errors of this surface, by status. Their types are those of SDKs that Stainless made; their classes are made of
 * the ones that every client throws:
 *
 *     declared                  at run time
 *     Error                     Error
 *     ├─ APIError               ├─ ResponseError
 *     │  └─ NotFoundError …     │  ├─ APIError, for any other status
 *     │                         │  └─ NotFoundError … of `request/sdk/errors.ts`
 *     │                         │     └─ NotFoundError …
 *     └─ APIConnectionError     └─ APIConnectionError
 *
 * `instanceof APIError` is a test of its own: it holds for each `ResponseError`, and for a lost connection.
 */
import { ResponseError, type FindErrorClass } from "../request/client/errors.js";
import * as sdkErrors from "../request/sdk/errors.js";
import { APIConnectionError, type ErrorFacts } from "./connection-errors.js";

/**
 * `ResponseError`, with other types for the compiler: those of `status` and `headers` are parameters, because an
 * {@link APIError} may also be a lost connection, which has neither.
 */
const ErrorOfResponse = ResponseError as unknown as {
  new <Status, Sent, Body>(
    message: string,
    init: never,
  ): ErrorFacts<Status, Sent> &
    Pick<ResponseError<number, Body>, "route" | "url" | "data" | "requestId" | "attempts">;
  [Symbol.hasInstance](value: unknown): boolean;
};

/**
 * The type parameters and their defaults are those of SDKs that Stainless made, so `instanceof` with this class alone makes
 * them `any`.
 * @typeParam Body The type of `error`.
 */
export class APIError<
  Status extends number | undefined = number | undefined,
  Sent extends Headers | undefined = Headers | undefined,
  Body = UsualBody,
> extends ErrorOfResponse<Status, Sent, Body> {
  /** True for a lost connection, too, although that is not a `ResponseError`. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    if (this !== APIError) return Function.prototype[Symbol.hasInstance].call(this, value);
    return value instanceof ResponseError || value instanceof APIConnectionError;
  }

  override readonly name: string = "APIError";

  /** The body. */
  get error(): Body {
    return this.data;
  }
}

/**
 * Extends the class of a status by `error`, the body. For the compiler, the result extends {@link APIError}; at run
 * time, each `ResponseError` is an instance of that class anyway.
 */
function withBody<Status extends number>(SdkError: StatusClass) {
  class ErrorWithBody extends (SdkError as unknown as typeof ResponseError) {
    get error(): unknown {
      return this.data;
    }
  }
  return ErrorWithBody as unknown as new <Body>(
    message: string,
    init: never,
  ) => APIError<Status, Headers, Body>;
}

export class BadRequestError<Body = UsualBody>
  extends /* @__PURE__ */ withBody<400>(sdkErrors.BadRequestError)<Body>
{
  declare readonly name: "BadRequestError";
}

export class AuthenticationError<Body = UsualBody>
  extends /* @__PURE__ */ withBody<401>(sdkErrors.AuthenticationError)<Body>
{
  declare readonly name: "AuthenticationError";
}

export class PermissionDeniedError<Body = UsualBody>
  extends /* @__PURE__ */ withBody<403>(sdkErrors.PermissionDeniedError)<Body>
{
  declare readonly name: "PermissionDeniedError";
}

export class NotFoundError<Body = UsualBody>
  extends /* @__PURE__ */ withBody<404>(sdkErrors.NotFoundError)<Body>
{
  declare readonly name: "NotFoundError";
}

export class ConflictError<Body = UsualBody>
  extends /* @__PURE__ */ withBody<409>(sdkErrors.ConflictError)<Body>
{
  declare readonly name: "ConflictError";
}

export class UnprocessableEntityError<Body = UsualBody>
  extends /* @__PURE__ */ withBody<422>(sdkErrors.UnprocessableEntityError)<Body>
{
  declare readonly name: "UnprocessableEntityError";
}

export class RateLimitError<Body = UsualBody>
  extends /* @__PURE__ */ withBody<429>(sdkErrors.RateLimitError)<Body>
{
  declare readonly name: "RateLimitError";
}

export class InternalServerError<Body = UsualBody>
  extends /* @__PURE__ */ withBody<number>(sdkErrors.InternalServerError)<Body>
{
  declare readonly name: "InternalServerError";
}

/** The classes by name. The compiler refuses the table if one of {@link StatusErrors} is missing. */
export const STATUS_ERRORS = {
  BadRequestError,
  AuthenticationError,
  PermissionDeniedError,
  NotFoundError,
  ConflictError,
  UnprocessableEntityError,
  RateLimitError,
  InternalServerError,
} satisfies Readonly<Record<keyof StatusErrors<unknown>, unknown>>;

export const findErrorClass: FindErrorClass = (status) => {
  const classes = Object.values(STATUS_ERRORS) as unknown as readonly StatusClass[]; // each inherits its statuses
  // All of them have the constructor of `ResponseError`.
  return (sdkErrors.findByStatus(classes, status) ?? APIError) as unknown as typeof ResponseError;
};

// ---- Types

/** The type of `error` in SDKs that Stainless made. */
// oxlint-disable-next-line typescript/no-wrapper-object-types -- a text is one, too
export type UsualBody = Object | undefined;

/** The bodies that a service declares for a class of errors; {@link UsualBody} where it declares none. */
export type BodyOf<Bodies, Name> = Name extends keyof Bodies
  ? unknown extends Bodies[Name]
    ? UsualBody
    : Bodies[Name]
  : UsualBody;

/** A class of errors by status, without the types of its constructor. */
interface StatusClass {
  readonly statuses: readonly [least: number, most: number];
}

/** A class of errors whose instances have bodies of one type. */
interface ErrorClass<Instance> {
  new (message: string, init: never): Instance;
  readonly prototype: Instance;
}

/** The classes of errors by status, with the bodies that a service declares for each. */
export interface StatusErrors<Bodies> {
  readonly BadRequestError: ErrorClass<BadRequestError<BodyOf<Bodies, "BadRequestError">>>;
  readonly AuthenticationError: ErrorClass<
    AuthenticationError<BodyOf<Bodies, "AuthenticationError">>
  >;
  readonly PermissionDeniedError: ErrorClass<
    PermissionDeniedError<BodyOf<Bodies, "PermissionDeniedError">>
  >;
  readonly NotFoundError: ErrorClass<NotFoundError<BodyOf<Bodies, "NotFoundError">>>;
  readonly ConflictError: ErrorClass<ConflictError<BodyOf<Bodies, "ConflictError">>>;
  readonly UnprocessableEntityError: ErrorClass<
    UnprocessableEntityError<BodyOf<Bodies, "UnprocessableEntityError">>
  >;
  readonly RateLimitError: ErrorClass<RateLimitError<BodyOf<Bodies, "RateLimitError">>>;
  readonly InternalServerError: ErrorClass<
    InternalServerError<BodyOf<Bodies, "InternalServerError">>
  >;
}
