/** Complains about targets of corrections that are not there: unknown components and events, broken references. */
import { entriesOf } from "../model/json.js";
import { describeValue, nearestKey } from "../model/messages.js";
import { checkSchema } from "../read/check-schemas.js";
import type { ComponentDocuments } from "../read/documents/documents.js";
import type { Path, YamlDocument } from "../read/documents/yaml-document.js";
import { type LocatedSchema, normaliseReference } from "../read/schemas.js";

/** Complains about unknown components, unknown events and broken references. */
export function checkCorrectionTargets(
  document: YamlDocument,
  eventNames: readonly string[],
  components: ComponentDocuments,
): void {
  const sections = new Map(entriesOf(document.value));
  const refs = [...components.values()].flatMap(({ file, value }) =>
    entriesOf(value).map(([name]) => `${file}#/${name}`),
  );
  for (const [ref] of entriesOf(sections.get("components"))) {
    const target = ref.includes("#/") ? normaliseReference(document.file, ref) : ref;
    if (!refs.includes(target)) complain("components", ref, "component", refs);
  }
  for (const [name] of entriesOf(sections.get("payloads"))) {
    const known = ["*", ...eventNames];
    if (!known.includes(name)) complain("payloads", name, "event", known);
  }
  for (const schema of listSchemas([], document.value)) {
    checkSchema(document, schema, components);
  }

  function complain(section: string, name: string, kind: string, known: readonly string[]): void {
    const message = `The ${kind} is ${describeValue(name)}; expected an existing one. ${IF_OBSOLETE}`;
    const suggestion = nearestKey(name, known);
    document.complain([section, name], { message, suggestion, atKey: true });
  }
}

/** The advice for a correction without a target or an effect. */
export const IF_OBSOLETE = "Remove it if it is obsolete.";

/** Lists every `schema` of a correction. */
function listSchemas(path: Path, value: unknown): LocatedSchema[] {
  if (Array.isArray(value)) {
    return value.flatMap((item: unknown, index) => listSchemas([...path, index], item));
  }
  return entriesOf(value).flatMap(([key, child]) => {
    const at = [...path, key];
    if (key === "schema" && isCorrectionPath(path)) return [{ path: at, schema: child }];
    return listSchemas(at, child);
  });
}

function isCorrectionPath(path: Path): boolean {
  return typeof path.at(-1) === "number";
}
