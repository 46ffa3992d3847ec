import Handlebars from "handlebars";
import { escapeMarkdown, toCodeSpan } from "../emit/escape.js";

/** An instance of our own: helpers registered elsewhere cannot change what is generated. */
const handlebars = Handlebars.create();
handlebars.registerHelper("text", (text: unknown) => escapeMarkdown(String(text)));
handlebars.registerHelper("code", (text: unknown) => toCodeSpan(String(text)));

/**
 * Compiles a template whose output is no HTML, so nothing is escaped unless a helper does it:
 * `{{text …}}` for prose, `{{code …}}` for a code span.
 */
export function compileTemplate(source: string): (context: object) => string {
  return handlebars.compile<object>(source, { noEscape: true, strict: true });
}
