import { isJsonType } from "../endpoint/body.js";
import type { FieldEncoding, ListStyle } from "../endpoint/catalog.js";
import type { BodyWriter } from "../endpoint/extensions.js";
import { readOwn } from "../endpoint/values.js";
import { isOfType, isWritten, readForm } from "./form.js";
import { writeFields, writePairs } from "./parameter-styles.js";

/**
 * Writes `application/x-www-form-urlencoded` bodies: nested keys in brackets, lists as the route
 * declares (contract A.36). Text and `URLSearchParams` are sent as they are.
 */
export const formBody: BodyWriter = {
  matches: (contentType) => isOfType(contentType, "application/x-www-form-urlencoded"),
  write(body, { name: route, exception }) {
    if (isWritten(body)) return body;
    const { encoding = {}, lists = "repeat" } = exception;
    const fields = Object.entries(readForm(body, "URLSearchParams", route));
    const pairs = fields.flatMap(([name, value]) => {
      const { style = lists, contentType = "" } = readOwn(encoding, name) ?? {};
      const parameter = { name, value, route };
      if (isJsonType(contentType)) return writePairs(parameter, "json");
      return isListStyle(style) ? writeFields(parameter, style) : writePairs(parameter, style);
    });
    return pairs.join("&");
  },
};

function isListStyle(style: NonNullable<FieldEncoding["style"]>): style is ListStyle {
  return /^(?:repeat|brackets|indexes|comma)$/.test(style);
}
