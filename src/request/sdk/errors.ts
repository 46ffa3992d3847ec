/** Errors by status (contract H.8). A bundle without the class of an SDK has none of them. */
import { type AnyClass, ResponseError } from "../client/errors.js";

/**
 * Holds for any error with the status, also one of a plain client, or of another copy of the package.
 * A class that is made of one of these keeps the usual test.
 */
abstract class StatusError<Status extends number, Data> extends ResponseError<Status, Data> {
  declare static readonly statuses: readonly [least: number, most: number];

  static override [Symbol.hasInstance]<Class extends AnyClass>(
    this: Class,
    value: unknown,
  ): value is InstanceType<Class> {
    if (!Object.hasOwn(this, "statuses"))
      return Function.prototype[Symbol.hasInstance].call(this, value);
    const [least, most] = (this as unknown as typeof StatusError).statuses; // an own property, as checked
    return value instanceof ResponseError && value.status >= least && value.status <= most;
  }
}

/** Status 400. */
export class BadRequestError<Data = unknown> extends StatusError<400, Data> {
  static override readonly statuses = [400, 400] as const;
  override readonly name: string = "BadRequestError";
}

/** Status 401: the credential is missing, or not valid. */
export class AuthenticationError<Data = unknown> extends StatusError<401, Data> {
  static override readonly statuses = [401, 401] as const;
  override readonly name: string = "AuthenticationError";
}

/** Status 403. */
export class PermissionDeniedError<Data = unknown> extends StatusError<403, Data> {
  static override readonly statuses = [403, 403] as const;
  override readonly name: string = "PermissionDeniedError";
}

/** Status 404. */
export class NotFoundError<Data = unknown> extends StatusError<404, Data> {
  static override readonly statuses = [404, 404] as const;
  override readonly name: string = "NotFoundError";
}

/** Status 409. */
export class ConflictError<Data = unknown> extends StatusError<409, Data> {
  static override readonly statuses = [409, 409] as const;
  override readonly name: string = "ConflictError";
}

/** Status 422: the service understands the request, and does not accept its values. */
export class UnprocessableEntityError<Data = unknown> extends StatusError<422, Data> {
  static override readonly statuses = [422, 422] as const;
  override readonly name: string = "UnprocessableEntityError";
}

/** Status 429: too many requests. */
export class RateLimitError<Data = unknown> extends StatusError<429, Data> {
  static override readonly statuses = [429, 429] as const;
  override readonly name: string = "RateLimitError";
}

/** A status from 500: the service failed. */
export class InternalServerError<Data = unknown> extends StatusError<number, Data> {
  static override readonly statuses = [500, Infinity] as const;
  override readonly name: string = "InternalServerError";
}

/** Finds the class for the errors of a status. */
export function findErrorClass(status: number): typeof ResponseError | undefined {
  const classes = [
    BadRequestError,
    AuthenticationError,
    PermissionDeniedError,
    NotFoundError,
    ConflictError,
    UnprocessableEntityError,
    RateLimitError,
    InternalServerError,
  ];
  return findByStatus(classes, status) as typeof ResponseError | undefined; // each takes errors of its own status
}

/** Finds the class whose statuses, from the least to the most, hold one. */
export function findByStatus<Class extends { readonly statuses: readonly [number, number] }>(
  classes: readonly Class[],
  status: number,
): Class | undefined {
  return classes.find(({ statuses: [least, most] }) => status >= least && status <= most);
}
