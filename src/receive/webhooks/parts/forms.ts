/** Deliveries that are sent as HTML forms. */
import { STRICT_FORM } from "../../../http/media-types.js";
import { decodeUtf8, parsePayload } from "../delivery.js";
import type { BodyFormat } from "../service.js";

const MEDIA_TYPE = "application/x-www-form-urlencoded";

/** Format of a form whose fields are the payload. A value is text, or a list of texts for a repeated field. */
export const readFormDelivery: BodyFormat = {
  mediaType: MEDIA_TYPE,
  accepts: (contentType) => STRICT_FORM.test(contentType),
  parse: (data) => parseForm(data, toFields),
  write: writeForm,
};

/**
 * Creates the format of a form with the payload in one field.
 * @param field Name of the field with the JSON. Other fields are ignored.
 */
export function createFormDeliveryReader(field: string): BodyFormat {
  return {
    ...readFormDelivery,
    hasJson: true,
    parse: (data) =>
      parseForm(data, (form) => {
        const [payload, ...repeated] = form.getAll(field);
        return payload === undefined || repeated.length > 0 ? undefined : parsePayload(payload);
      }),
    write: (payload) => new URLSearchParams({ [field]: JSON.stringify(payload) }).toString(),
  };
}

function parseForm(
  data: string | Uint8Array,
  read: (form: URLSearchParams) => object | undefined,
): object | undefined {
  try {
    const text = decodeUtf8(data);
    return text === "" ? undefined : read(new URLSearchParams(text));
  } catch {
    return undefined; // not UTF-8
  }
}

/** Creates an object without a prototype, because the sender chooses the names of the fields. */
function toFields(form: URLSearchParams): object {
  const fields = Object.create(null) as Record<string, string | string[]>;
  for (const [name, value] of form) {
    const before = fields[name];
    if (before === undefined) fields[name] = value;
    else if (typeof before === "string") fields[name] = [before, value];
    else before.push(value);
  }
  return fields;
}

function writeForm(payload: object): string {
  const pairs = Object.entries(payload).flatMap(([name, value]) =>
    (Array.isArray(value) ? (value as unknown[]) : [value]).map((one) => [name, String(one)]),
  );
  return new URLSearchParams(pairs).toString();
}
