import { alternatives, nearestKey } from "../model/messages.js";
import { checkBody } from "./check-bodies.js";
import { checkParameters } from "./check-parameters.js";
import type { ComponentDocuments } from "./references.js";
import { complaintsOfRouteKey, faultOfUrl, placeholdersOf, splitRouteKey } from "./route-key.js";
import {
  entriesOf,
  isYamlMap,
  type Report,
  type YamlDocument,
  type YamlMap,
} from "./yaml-document.js";

/**
 * Reports mistakes that the JSON Schema of the format cannot find.
 * @param methods Those that `vendor.yaml` declares.
 */
export function checkRoutes(
  document: YamlDocument,
  components: ComponentDocuments,
  methods: readonly string[],
  report: Report,
): void {
  const routeOf = new Map<string, string>();
  for (const [key, entry] of entriesOf(document.value)) {
    for (const complaint of complaintsOfRouteKey(key, methods))
      report(document.diagnose([key], complaint));
    if (!isYamlMap(entry)) continue;
    checkOperation(document, key, entry, routeOf, report);
    checkPlaceholders(document, key, entry, report);
    checkParameters(document, key, entry, components, report);
    checkBody(document, key, entry, components, report);
  }
}

function checkOperation(
  document: YamlDocument,
  key: string,
  { operation }: YamlMap,
  routeOf: Map<string, string>,
  report: Report,
): void {
  if (typeof operation !== "string") return;
  const first = routeOf.get(operation);
  if (first === undefined) routeOf.set(operation, key);
  else {
    const message = `The operation is \`${operation}\`, as in \`${first}\`; expected a unique name.`;
    report(document.diagnose([key, "operation"], { message }));
  }
}

function checkPlaceholders(
  document: YamlDocument,
  key: string,
  entry: YamlMap,
  report: Report,
): void {
  const { url } = splitRouteKey(key);
  if (faultOfUrl(url) !== undefined) return;
  const placeholders = placeholdersOf(url);
  const declared = entriesOf(entry["path"]).map(([name]) => name);
  for (const [index, name] of placeholders.entries()) {
    if (placeholders.indexOf(name) < index) {
      const message = `The placeholder \`{${name}}\` is repeated; expected it once.`;
      report(document.diagnose([key], { message, atKey: true }));
    } else if (!declared.includes(name)) {
      const message = `The placeholder \`{${name}}\` is undeclared; expected \`${name}\` under \`path\`.`;
      report(document.diagnose([key], { message, atKey: true }));
    }
  }
  for (const name of declared.filter((parameter) => !placeholders.includes(parameter))) {
    const expected = placeholders.length > 0 ? alternatives(placeholders) : "no path parameters";
    const message = `The parameter \`${name}\` is not in the URL; expected ${expected}.`;
    const suggestion = nearestKey(
      name,
      placeholders.filter((known) => !declared.includes(known)),
    );
    report(document.diagnose([key, "path", name], { message, suggestion, atKey: true }));
  }
}
