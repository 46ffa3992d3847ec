import { isJsonType, URLENCODED } from "../endpoint/body.js";
import type { BodyWriter } from "./extensions.js";
import { isPlainObject, readOwn } from "../endpoint/values.js";
import { isListStyle, isNested } from "./fields.js";
import { isWritten, readForm } from "./form.js";
import { writeFields, writePairs } from "./parameter-styles.js";

/**
 * Writes `application/x-www-form-urlencoded` bodies: nested keys in brackets, lists and objects as the
 * route declares (contract A.36). Text and `URLSearchParams` are sent as they are.
 */
export const formBody: BodyWriter = {
  matches: (contentType) => URLENCODED.test(contentType),
  write(body, { name: route, exception }) {
    if (isWritten(body, route)) return body;
    const { encoding = {}, lists = "repeat" } = exception;
    const fields = Object.entries(readForm(body, "URLSearchParams", route));
    const pairs = fields.flatMap(([name, value]) => {
      const { style, contentType = "" } = readOwn(encoding, name) ?? {};
      const parameter = { name, value, route };
      if (isJsonType(contentType)) return writePairs(parameter, "json");
      const isJoined = style === "comma" && isPlainObject(value) && !isNested(parameter);
      const written = style ?? lists;
      return isListStyle(written) && !isJoined
        ? writeFields(parameter, written)
        : writePairs(parameter, written);
    });
    return pairs.join("&");
  },
};
