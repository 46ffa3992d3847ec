/** Errors after `instanceof`: the bodies that the service declares for the status. */
import type { ResponseError as UntypedError } from "typewire-runtime/client";
import {
  AuthenticationError,
  BadRequestError,
  ConflictError,
  InternalServerError,
  NotFoundError,
  RateLimitError,
  ResponseError,
  UnprocessableEntityError,
} from "typewire/sdk";
import * as runtime from "typewire-runtime/sdk";
import type { RouteResponses } from "typewire/client";
import type { Equal, Expect } from "./assert.js";

declare const error: unknown;
declare const known: UntypedError;

type BodiesOf404 = RouteResponses["GET /repos/{owner}/{repo}"]["errors"][404];

function narrow() {
  if (!(error instanceof NotFoundError)) return undefined;
  return { error, data: error.data, status: error.status };
}
type Narrowed = NonNullable<ReturnType<typeof narrow>>;

export type Results = [
  Expect<Equal<Narrowed["error"], NotFoundError>>,
  Expect<Equal<Narrowed["status"], 404>>,
  // The bodies of all routes: those of one of them are among these, and they are known.
  Expect<Equal<BodiesOf404 extends Narrowed["data"] ? true : false, true>>,
  Expect<Equal<unknown extends Narrowed["data"] ? true : false, false>>,
  Expect<Equal<NotFoundError["data"], Narrowed["data"]>>,
  Expect<Equal<NotFoundError<string>["data"], string>>,
  Expect<Equal<runtime.NotFoundError["data"], unknown>>,
];

// An error that is known to be one of a response is narrowed alike.
if (known instanceof NotFoundError) {
  known.status satisfies 404;
  if (known.data && "message" in known.data) known.data.message satisfies string | undefined;
  // @ts-expect-error -- not a property of the bodies
  known.data.missing;
}

// A body of several types is narrowed by its members.
if (error instanceof UnprocessableEntityError && typeof error.data === "object" && error.data)
  "errors" in error.data;

// Each class of a status has bodies with types.
for (const Class of [BadRequestError, AuthenticationError, ConflictError, InternalServerError])
  if (error instanceof Class) {
    // @ts-expect-error -- a body is never `any`
    error.data.anything.at.all;
  }

// A body that some routes do not have may be absent.
if (error instanceof RateLimitError) {
  error.data?.message satisfies string | undefined;
  // @ts-expect-error -- a route declares the status without a body
  error.data.message;
}

// The class of all statuses knows no body.
if (error instanceof ResponseError) {
  error.status satisfies number;
  // @ts-expect-error -- the status is not `any`
  error.status.anything;
  // @ts-expect-error -- the body is not known
  error.data.message;
}

// Without a service, no body is known.
if (error instanceof runtime.NotFoundError) {
  error.status satisfies 404;
  // @ts-expect-error -- the body is not known
  error.data.message;
}

// A class of a program keeps its own type.
class Missing extends runtime.NotFoundError<{ id: string }> {
  readonly own = 1;
}
class Absent extends NotFoundError {
  readonly own = 2;
}
if (error instanceof Missing) {
  error.own satisfies number;
  error.data.id satisfies string;
}
if (error instanceof Absent) {
  error.own satisfies number;
  error.status satisfies 404;
}
// @ts-expect-error -- the narrowing of a subclass does not hold for other errors
if (error instanceof NotFoundError) error.own;
