/** The classes of errors by status, which the runtime has (contract H.8). */
import type { Response, Route } from "../../model/model.js";

/** In alphabetical order, in which they are printed. */
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

/** Names the class of a status, or of a range such as `5XX`; `ResponseError` if there is no class for it. */
export function classOf(status: string): string {
  const isRange = /^[1-5]XX$/i.test(status);
  const first = isRange ? Number(status[0]) * 100 : Number(status);
  const last = isRange ? first + 99 : first;
  const errorClass = ERROR_CLASSES.find(({ least, most }) => least <= first && last <= most);
  return errorClass?.name ?? "ResponseError";
}

/**
 * Lists the responses of a route that an error of a class can come from: those that are declared for its statuses, and
 * the one for the other statuses of its range, `4XX`, `5XX` or `default`.
 */
export function listResponsesOf(
  { responses }: Route,
  { least, most }: ErrorClass,
): readonly Response[] {
  const exact = responses.filter(({ status }) => Number(status) >= least && Number(status) <= most);
  // The only status of the class is declared, so nothing is left for a range.
  if (least === most && exact.length > 0) return exact;
  const range = `${String(least)[0]}XX`;
  const ofRange =
    responses.find(({ status }) => status.toUpperCase() === range) ??
    responses.find(({ status }) => status === "default");
  return ofRange ? [...exact, ofRange] : exact;
}

/** A class with the lowest and the highest of its statuses. */
interface ErrorClass {
  readonly name: string;
  readonly least: number;
  readonly most: number;
}
