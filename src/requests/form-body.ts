import { isJsonType, URLENCODED } from "../endpoint/body.js";
import type { FieldEncoding, ListStyle } from "./declaration.js";
import type { BodyWriter } from "./extensions.js";
import { readOwn } from "../endpoint/values.js";
import { isWritten, readForm } from "./form.js";
import { writeFields, writePairs } from "./parameter-styles.js";

/**
 * Writes `application/x-www-form-urlencoded` bodies: nested keys in brackets, lists as the route
 * declares (contract A.36). Text and `URLSearchParams` are sent as they are.
 */
export const formBody: BodyWriter = {
  matches: (contentType) => URLENCODED.test(contentType),
  write(body, { name: route, exception }) {
    if (isWritten(body, route)) return body;
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

const LIST_STYLES: readonly string[] = ["repeat", "brackets", "indexes", "comma"];

function isListStyle(style: NonNullable<FieldEncoding["style"]>): style is ListStyle {
  return LIST_STYLES.includes(style);
}
