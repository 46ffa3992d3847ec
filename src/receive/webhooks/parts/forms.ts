/** Deliveries that are sent as HTML forms, or in several formats. */
import { isObject } from "../../../base/values.js";
import { copyOwn } from "../../../base/expect.js";
import type { DeliveryDescription } from "../../../catalog/webhooks.js";
import { STRICT_FORM, STRICT_JSON } from "../../../http/media-types.js";
import { decodeUtf8, parsePayload } from "../payload.js";
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
    parse: (data) => parseForm(data, (form) => readJsonField(form, field)),
    write: (payload) => new URLSearchParams({ [field]: JSON.stringify(payload) }).toString(),
  };
}

/**
 * Creates the format of a service that sends JSON, and forms as `form` says. The body itself tells which one
 * it is, because its content type is not signed: no form begins with a brace or a bracket.
 */
export function createMixedReader({
  form = {},
  lists = false,
}: Pick<DeliveryDescription, "form" | "lists">): BodyFormat {
  const { json, fields = false } = copyOwn(form);
  const hasForms = fields || json !== undefined;
  const readForm = (sent: URLSearchParams): object | undefined => {
    if (json !== undefined && sent.has(json)) return readJsonField(sent, json);
    return fields ? toFields(sent) : undefined;
  };
  return {
    ...(fields && json === undefined ? readFormDelivery : JSON_FORMAT),
    accepts: (type) => STRICT_JSON.test(type) || (hasForms && STRICT_FORM.test(type)),
    parse: (data) => {
      if (!beginsJson(data)) return parseForm(data, readForm);
      return lists ? parseList(data) : parsePayload(data);
    },
  };
}

const JSON_FORMAT = {
  mediaType: "application/json",
  write: (payload: object) => JSON.stringify(payload),
};

/** True if the first character, after white space, begins an object or a list. */
function beginsJson(data: string | Uint8Array): boolean {
  if (typeof data === "string") return /^[\t\n\r ]*[[{]/.test(data);
  const first = data.find((byte) => !WHITE_SPACE.has(byte));
  return first === 0x7b || first === 0x5b;
}

const WHITE_SPACE: ReadonlySet<number> = new Set([0x09, 0x0a, 0x0d, 0x20]);

/** Parses JSON whose top level is an object or a list. */
function parseList(data: string | Uint8Array): object | undefined {
  try {
    const payload: unknown = JSON.parse(decodeUtf8(data));
    return isObject(payload) ? payload : undefined;
  } catch {
    return undefined; // the parser's error quotes the body, which must not reach a log
  }
}

/** Reads the payload in a field that comes once. */
function readJsonField(form: URLSearchParams, field: string): object | undefined {
  const [payload, ...repeated] = form.getAll(field);
  return payload === undefined || repeated.length > 0 ? undefined : parsePayload(payload);
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
