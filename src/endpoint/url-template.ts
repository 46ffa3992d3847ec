import { expandParts } from "./expand-template.js";
import { parseTemplate, type TemplateSyntax } from "./parse-template.js";
import { anyPlace } from "./template-parts.js";

/** Nothing but RFC 6570. */
const rfcSyntax = {
  variable:
    /((?:\w|%[0-9A-Fa-f]{2})+(?:\.(?:\w|%[0-9A-Fa-f]{2})+)*)(?:(\*)|:([1-9]\d{0,3})(?!\d))?/y,
  start: 0,
  placeOf: () => anyPlace,
} satisfies Omit<TemplateSyntax, "route">;

/** Values of variables: text, numbers, booleans, dates, lists of these, and plain objects of these. */
export type TemplateVariables = Readonly<Record<string, unknown>>;

/**
 * Expands a URI template (RFC 6570, levels 1 to 4). A variable that is `undefined`, `null`, or an
 * empty list or object expands to nothing.
 * @throws EndpointError `INVALID_TEMPLATE` with the position, `INVALID_PARAMETER` for a value
 * that the template cannot hold, such as a list under a prefix.
 */
export function expandTemplate(template: string, variables: TemplateVariables): string {
  const parts = parseTemplate(template, { ...rfcSyntax, route: template });
  return expandParts(parts, variables, template);
}
