import { isForm, kindOf } from "../model/media-types.js";
import { alternatives, nearestKey } from "../model/messages.js";
import { hasRequestBody } from "../model/model.js";
import type { ComponentDocuments } from "./references.js";
import { componentOf, isLongForm } from "./route-entry.js";
import { splitRouteKey } from "./route-key.js";
import {
  entriesOf,
  isYamlMap,
  type Path,
  type Report,
  type YamlDocument,
  type YamlMap,
} from "./yaml-document.js";

/** Reports bodies that cannot be sent as they are described. */
export function checkBody(
  document: YamlDocument,
  key: string,
  { body }: YamlMap,
  components: ComponentDocuments,
  report: Report,
): void {
  if (body === undefined) return;
  const complain: Complain = (path, message, suggestion) =>
    report(document.diagnose([key, "body", ...path], { message, suggestion, atKey: true }));
  const { method } = splitRouteKey(key);
  if (!hasRequestBody(method)) {
    complain(
      [],
      `The body is given for ${method}; expected none. ${method} sends its parameters in the query.`,
    );
  }
  if (!isYamlMap(body)) return;
  const { content, contentType = "application/json" } = body;
  const check = (path: Path, types: readonly string[], described: unknown) =>
    checkForm(path, types, described, { file: document.file, components, complain });
  if (content === undefined) {
    check([], [contentType].flat().map(String), body);
    return;
  }
  for (const other of ["contentType", "schema", "lists", "encoding"]) {
    if (!(other in body)) continue;
    complain([other], `The key \`${other}\` is beside \`content\`; expected it inside.`);
  }
  for (const [type, value] of entriesOf(content)) {
    if (isLongForm(value)) check(["content", type], [type], value);
  }
}

type Complain = (path: Path, message: string, suggestion?: string) => void;

interface FormContext {
  readonly file: string;
  readonly components: ComponentDocuments;
  readonly complain: Complain;
}

/** `lists` and `encoding` belong to forms, a part's media type to `multipart/form-data` alone. */
function checkForm(
  path: Path,
  types: readonly string[],
  described: unknown,
  { file, components, complain }: FormContext,
): void {
  if (!isYamlMap(described)) return;
  const { lists, encoding, schema } = described;
  const other = types.find((type) => !isForm(type));
  for (const [name, value] of Object.entries({ lists, encoding })) {
    if (value === undefined || other === undefined) continue;
    const expected = "`application/x-www-form-urlencoded` or `multipart/form-data`";
    complain(
      [...path, name],
      `The key \`${name}\` is given for \`${other}\`; expected it for ${expected}.`,
    );
  }
  const known = propertyNames(schema, file, components);
  const isMultipart = types.every((type) => kindOf(type) === "multipart");
  for (const [name, each] of entriesOf(encoding)) {
    const at = [...path, "encoding", name];
    if (known !== undefined && !known.includes(name)) {
      const message = `The property is \`${name}\`; expected ${alternatives(known)}.`;
      complain(at, message, nearestKey(name, known));
    }
    if (isMultipart || !isYamlMap(each) || !("contentType" in each)) continue;
    complain(
      [...at, "contentType"],
      "The content type of a part is given; expected it for `multipart/form-data` only.",
    );
  }
}

/** The properties of a body, unless they depend on compositions. */
function propertyNames(
  schema: unknown,
  file: string,
  components: ComponentDocuments,
): readonly string[] | undefined {
  if (!isYamlMap(schema)) return undefined;
  const { $ref: reference, properties } = schema;
  if (typeof reference === "string") {
    const component = componentOf(file, reference, components);
    return isYamlMap(component) && !("$ref" in component)
      ? propertyNames(component, file, components)
      : undefined;
  }
  const isComposed = ["oneOf", "anyOf", "allOf"].some((keyword) => keyword in schema);
  return isYamlMap(properties) && !isComposed ? Object.keys(properties) : undefined;
}
