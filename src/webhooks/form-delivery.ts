import { decode, parsePayload } from "./delivery.js";
import type { BodyFormat } from "./service.js";

const MEDIA_TYPE = "application/x-www-form-urlencoded";

/** Allows UTF-8 as the charset alone; a comma, which joins a repeated header, does not match. */
const FORM_TYPE =
  /^[ \t]*application\/x-www-form-urlencoded[ \t]*(?:;[ \t]*(?:charset=("?)utf-?8\1[ \t]*)?)*$/i;

/** Form whose fields are the payload. Every value is text; a field that occurs several times is a list. */
export const readFormDelivery: BodyFormat = {
  mediaType: MEDIA_TYPE,
  accepts: (contentType) => FORM_TYPE.test(contentType),
  parse: (data) => parseForm(data, toFields),
  write: writeFields,
};

/**
 * Creates the format of a form with the payload in one field.
 * @param field holds JSON; other fields are ignored.
 */
export function createFormDeliveryReader(field: string): BodyFormat {
  return {
    ...readFormDelivery,
    hasJson: true,
    parse: (data) =>
      parseForm(data, (form) => {
        const [payload, ...others] = form.getAll(field);
        return payload === undefined || others.length > 0 ? undefined : parsePayload(payload);
      }),
    write: (payload) => new URLSearchParams({ [field]: JSON.stringify(payload) }).toString(),
  };
}

function parseForm(
  data: string | Uint8Array,
  read: (form: URLSearchParams) => object | undefined,
): object | undefined {
  try {
    const text = decode(data);
    return text === "" ? undefined : read(new URLSearchParams(text));
  } catch {
    return undefined; // not UTF-8
  }
}

/** Makes an object without a prototype, because names of fields come from outside. */
function toFields(form: URLSearchParams): object {
  const fields = Object.create(null) as Record<string, string | string[]>;
  for (const name of new Set(form.keys())) {
    const values = form.getAll(name);
    fields[name] = values.length === 1 ? values.join("") : values;
  }
  return fields;
}

function writeFields(payload: object): string {
  const pairs = Object.entries(payload).flatMap(([name, value]) =>
    (Array.isArray(value) ? (value as unknown[]) : [value]).map((one) => [name, String(one)]),
  );
  return new URLSearchParams(pairs).toString();
}
