/** Errors of routes that declare them by class or as `default`, which the default vendor does not. */
import type { IsResponseError, ResponseError, RouteError } from "typewire-runtime/client";
import type { Equal, Expect } from "./assert.js";

interface Problem {
  readonly title: string;
}
interface Missing {
  readonly missing: string;
}
interface Success {
  readonly status: 200;
}
interface Responses {
  "GET /class": { success: Success; errors: { 404: Missing; "4XX": Problem } };
  "GET /default": { success: Success; errors: { 404: Missing; default: Problem } };
  "GET /both": { success: Success; errors: { "4XX": Missing; default: Problem } };
  "GET /none": { success: Success; errors: {} };
}

declare const isResponseError: IsResponseError<Responses>;
declare const error: unknown;

if (isResponseError(error, "GET /class")) {
  if (error.status === 404) error.data satisfies Missing;
  if (error.status === 422) error.data satisfies Problem;
  // @ts-expect-error -- the route declares no errors of the class 5XX, whose data is therefore unknown
  if (error.status === 500) error.data.title;
  // @ts-expect-error -- before its status is tested, the error may be one that the route does not declare
  error.data.title;
}

if (isResponseError(error, "GET /default")) {
  if (error.status === 404) error.data satisfies Missing;
  else error.data satisfies Problem;
}

if (isResponseError(error, "GET /both")) {
  if (error.status === 404) error.data satisfies Missing;
  if (error.status === 500) error.data satisfies Problem;
  // @ts-expect-error -- 404 is of the class 4XX, whose data goes before that of `default`
  if (error.status === 404) error.data satisfies Problem;
}

export type Checks = [
  Expect<Equal<RouteError<Responses, "GET /both">["data"], Missing | Problem>>,
  Expect<Equal<RouteError<Responses, "GET /default">["data"], Missing | Problem>>,
  Expect<Equal<RouteError<Responses, "GET /none">["data"], unknown>>,
  Expect<Equal<RouteError<Responses, "GET /other">, ResponseError>>,
];
