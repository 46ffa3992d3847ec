/** Types of the errors of a route: its responses with a status that is no success. */
import type { KnownRoute } from "../endpoint/types.js";
import type { ResponseError } from "./errors.js";
import type { ListedResponses } from "./response-types.js";

/** Statuses of responses (RFC 9110 and the registry of IANA) by their class. */
export interface StatusClasses {
  "2XX": 200 | 201 | 202 | 203 | 204 | 205 | 206 | 207 | 208 | 226;
  "3XX": 300 | 301 | 302 | 303 | 304 | 305 | 307 | 308;
  // prettier-ignore
  "4XX":
    | 400 | 401 | 402 | 403 | 404 | 405 | 406 | 407 | 408 | 409 | 410 | 411 | 412 | 413 | 414 | 415
    | 416 | 417 | 418 | 421 | 422 | 423 | 424 | 425 | 426 | 428 | 429 | 431 | 451;
  "5XX": 500 | 501 | 502 | 503 | 504 | 505 | 506 | 507 | 508 | 510 | 511;
}

type Status = StatusClasses[keyof StatusClasses];

/**
 * The errors of a route: those that it declares by status, by a class such as `4XX` or as `default`, and
 * all others with unknown data.
 */
export type RouteError<Responses, Route extends string> = {
  readonly [Listed in Route]: Responses;
} extends {
  readonly [Listed in Route]: { readonly [Known in Route]: ListedResponses<unknown, infer Errors> };
}
  ? ErrorsOf<Errors>
  : ResponseError;

type ErrorsOf<Errors> = [keyof Errors] extends [never]
  ? ResponseError<Status> // three routes of ten; `Exclude` would visit each status, at six times the cost
  : keyof Errors extends number
    ? // most others; errors by class cost twice as much
      | { [Key in keyof Errors & number]: ResponseError<Key, Errors[Key]> }[keyof Errors & number]
      | ResponseError<Exclude<Status, keyof Errors>>
    : ErrorsByClass<Errors>;

type ErrorsByClass<Errors> =
  | { [Key in keyof Errors]: ResponseError<StatusesOf<Key, Errors>, Errors[Key]> }[keyof Errors]
  | ("default" extends keyof Errors ? never : ResponseError<OtherStatuses<Errors>>);

/** The statuses that a key of declared responses means. */
type StatusesOf<Key, Errors> = Key extends number
  ? Key
  : Key extends keyof StatusClasses
    ? Exclude<StatusClasses[Key], keyof Errors>
    : OtherStatuses<Errors>;

type OtherStatuses<Errors> = Exclude<
  Status,
  keyof Errors | StatusClasses[keyof Errors & keyof StatusClasses]
>;

/** Tells whether an error is a response, and of a certain route. */
export interface IsResponseError<Responses> {
  (error: unknown): error is ResponseError;
  <Route extends KnownRoute<Responses>>(
    error: unknown,
    route: Route,
  ): error is RouteError<Responses, Route>;
}
