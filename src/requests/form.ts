/** What the writers of forms have in common. */
import { invalidBody, isRawBody } from "../endpoint/body.js";
import { describe } from "../endpoint/errors.js";
import { isPlainObject, type UnknownRecord } from "../endpoint/values.js";

/** Whether a body is sent as it is: text, bytes, a stream, or a form that the platform writes. */
export function isWritten(body: unknown, route: string): body is BodyInit {
  return typeof body === "string" || isRawBody(body, route);
}

/** The properties of a form. */
export function readForm(body: unknown, expected: string, route: string): UnknownRecord {
  if (isPlainObject(body)) return body;
  throw invalidBody(
    `is ${describe(body)}; expected an object of its fields, or ${expected}`,
    route,
  );
}
