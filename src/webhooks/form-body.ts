import type { BodyFormat } from "./catalog.js";
import { decode, parsePayload } from "./delivery.js";

const MEDIA_TYPE = "application/x-www-form-urlencoded";

/** With any charset but one that is not UTF-8; a comma joins a repeated header. */
const FORM_TYPE =
  /^[ \t]*application\/x-www-form-urlencoded[ \t]*(?:;[ \t]*(?:charset=("?)utf-?8\1[ \t]*)?)*$/i;

/** A field that occurs several times is the list of its values; every value is text. */
export const readFormDelivery: BodyFormat = {
  mediaType: MEDIA_TYPE,
  accepts: (contentType) => FORM_TYPE.test(contentType),
  parse: (data) => readForm(data, toFields),
  write: writeFields,
};

/** @param field holds the payload as JSON; other fields are ignored. */
export function createFormDeliveryReader(field: string): BodyFormat {
  return {
    ...readFormDelivery,
    hasJson: true,
    parse: (data) =>
      readForm(data, (form) => {
        const [payload, ...others] = form.getAll(field);
        return payload === undefined || others.length > 0 ? undefined : parsePayload(payload);
      }),
    write: (payload) => new URLSearchParams({ [field]: JSON.stringify(payload) }).toString(),
  };
}

function readForm(
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

/** Without a prototype, as names of fields come from outside. */
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
