/** The classes of errors by status, which the runtime has (contract H.8). */
import type { Response, Route } from "../../model/model.js";

export const ERROR_CLASSES: readonly ErrorClass[] = [
  { name: "AuthenticationError", least: 401, most: 401 },
  { name: "BadRequestError", least: 400, most: 400 },
  { name: "ConflictError", least: 409, most: 409 },
  { name: "InternalServerError", least: 500, most: 599 },
  { name: "NotFoundError", least: 404, most: 404 },
  { name: "PermissionDeniedError", least: 403, most: 403 },
  { name: "RateLimitError", least: 429, most: 429 },
  { name: "UnprocessableEntityError", least: 422, most: 422 },
];

/** Names the class of a status, or of a range such as `5XX`; of any other, `ResponseError`. */
export function classOf(status: string): string {
  const [from, to] = /^[1-5]XX$/i.test(status)
    ? [Number(status[0]) * 100, Number(status[0]) * 100 + 99]
    : [Number(status), Number(status)];
  const errorClass = ERROR_CLASSES.find(({ least, most }) => least <= from && to <= most);
  return errorClass?.name ?? "ResponseError";
}

/** Lists the responses of a route with a status of a class: by status, by `4XX` or `5XX`, or as `default`. */
export function listResponsesOf(
  { responses }: Route,
  { least, most }: ErrorClass,
): readonly Response[] {
  const range = `${String(least)[0]}XX`;
  const exact = responses.filter(({ status }) => Number(status) >= least && Number(status) <= most);
  const wider =
    responses.find(({ status }) => status.toUpperCase() === range) ??
    responses.find(({ status }) => status === "default");
  // One status is declared once; of several, some may be left for the wider key.
  return exact.length > 0 && least === most ? exact : [...exact, ...(wider ? [wider] : [])];
}

/** A class with the lowest and the highest of its statuses. */
interface ErrorClass {
  readonly name: string;
  readonly least: number;
  readonly most: number;
}
