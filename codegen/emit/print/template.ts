/** Templates for Markdown. */
import Handlebars from "handlebars";
import { escapeMarkdown, toCodeSpan } from "./escape.js";

/**
 * Compiles a template for Markdown. Nothing is escaped by default; use `{{text …}}` for prose and
 * `{{code …}}` for a code span.
 * @param helpers Further functions of a text, by name.
 */
export function compileTemplate(
  source: string,
  helpers: Readonly<Record<string, (text: string) => string>> = {},
): (context: object) => string {
  const print = handlebars.compile<object>(source, { noEscape: true, strict: true });
  const ownHelpers = Object.entries(helpers).map(
    ([name, help]) => [name, (text: unknown) => help(String(text))] as const,
  );
  return (context) => print(context, { helpers: Object.fromEntries(ownHelpers) });
}

/** A separate instance, so that helpers registered elsewhere cannot change the output. */
const handlebars = Handlebars.create();
handlebars.registerHelper("text", (text: unknown) => escapeMarkdown(String(text)));
handlebars.registerHelper("code", (text: unknown) => toCodeSpan(String(text)));
