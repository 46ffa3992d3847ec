import { type ComponentDocuments, type LocatedSchema, normaliseReference } from "./references.js";
import { entriesOf, isYamlMap, type YamlDocument, type YamlMap } from "./yaml-document.js";

/** A route of `routes.yaml` as `routes.schema.json` describes it. */
export interface RouteEntry {
  readonly operation: string;
  readonly summary?: string;
  readonly deprecated?: boolean;
  readonly server?: string;
  readonly path?: Readonly<Record<string, string | ParameterEntry>>;
  readonly query?: Readonly<Record<string, string | ParameterEntry>>;
  readonly body?: BodyEntry;
  readonly responses?: Readonly<Record<string, unknown>>;
}

/** The keywords of a parameter that are not part of JSON Schema. */
export interface ParameterEntry {
  readonly required?: boolean;
  readonly description?: string;
  readonly deprecated?: boolean;
  readonly multiSegment?: boolean;
  readonly style?: "comma" | "brackets";
}

export interface BodyEntry {
  readonly required?: boolean;
  readonly contentType?: string | readonly string[];
  readonly schema: unknown;
}

export interface ResponseEntry {
  readonly description?: string;
  readonly contentType?: string;
  readonly schema: unknown;
}

export const PARAMETER_LOCATIONS = ["path", "query"] as const;

export function routeSchemas({ value }: YamlDocument): LocatedSchema[] {
  return entriesOf(value).flatMap(([key, entry]) =>
    isYamlMap(entry) ? schemasOf(key, entry) : [],
  );
}

function schemasOf(key: string, entry: YamlMap): LocatedSchema[] {
  const parameters = PARAMETER_LOCATIONS.flatMap((location) =>
    entriesOf(entry[location]).map(([name, parameter]) => ({
      path: [key, location, name],
      schema: schemaOfParameter(parameter),
    })),
  );
  const body = isYamlMap(entry["body"]) ? entry["body"]["schema"] : undefined;
  const responses = entriesOf(entry["responses"]).map(([status, response]) =>
    isResponseEntry(response)
      ? { path: [key, "responses", status, "schema"], schema: response.schema }
      : { path: [key, "responses", status], schema: response },
  );
  return [...parameters, { path: [key, "body", "schema"], schema: body }, ...responses];
}

/** The JSON Schema keywords of a parameter. */
export function schemaOfParameter(parameter: unknown): unknown {
  if (typeof parameter === "string") return { type: parameter };
  if (!isYamlMap(parameter)) return parameter;
  return Object.fromEntries(
    Object.entries(parameter).filter(([keyword]) => !PARAMETER_KEYWORDS.has(keyword)),
  );
}

const PARAMETER_KEYWORDS: ReadonlySet<string> = new Set<keyof ParameterEntry>([
  "deprecated",
  "description",
  "multiSegment",
  "required",
  "style",
]);

/** The component that a reference leads to, if it exists. */
export function componentOf(
  file: string,
  reference: string,
  components: ComponentDocuments,
): unknown {
  const [target = "", name = ""] = normaliseReference(file, reference).split("#/");
  const document = components.get(target);
  return isYamlMap(document?.value) ? document.value[name] : undefined;
}

/** Whether a response has the long form. A plain schema cannot have a key `schema`. */
export function isResponseEntry(value: unknown): value is ResponseEntry {
  return isYamlMap(value) && "schema" in value;
}
