/** Converts Swagger 2.0 to OpenAPI 3.0, and mends what the converter would lose. */
import { upgradeFromTwoToThree } from "@scalar/openapi-upgrader/2.0-to-3.0";
import { entriesOf, isMap, itemsOf, type Json, type JsonMap, mapOf } from "../../model/json.js";
import { followChain } from "../model/references.js";
import { TAB_FORMAT } from "../model/description.js";

/**
 * Marks an operation with a form, `required` or `optional`, until it is converted: the converter loses whether a form is
 * required.
 */
const FORM = "x-typewire-form";

/**
 * Converts Swagger 2.0 to OpenAPI 3.0. Before the conversion, parameters that become bodies move into
 * each operation, and forms get a media type.
 * @throws Error from the converter.
 */
export function convertSwagger(source: JsonMap): JsonMap {
  // The converter changes its input. A copy also separates values that YAML aliases share.
  const root = JSON.parse(JSON.stringify(source)) as JsonMap; // a copy of a map
  const { parameters, responses } = root;
  const prepared = {
    ...root,
    ...completeAddress(root),
    ...(isMap(parameters) && { parameters: mapValues(parameters, keepFormat) }),
    ...(isMap(responses) && { responses: mapValues(responses, withoutExamples) }),
    swagger: "2.0",
    paths: mapValues(root["paths"], (item) => preparePath(item, root)),
  };
  const converted = upgradeFromTwoToThree(prepared) as unknown as JsonMap; // a document
  const paths = mapValues(converted["paths"], (item) =>
    isMap(item) ? mapOperations(item, requireForm) : item,
  );
  return { ...converted, paths };
}

/** The keys of the address: `https` is the default scheme, and the path ends without a slash. */
function completeAddress({ host, schemes, basePath }: JsonMap): JsonMap {
  if (typeof host !== "string") return {};
  const listed = itemsOf(schemes).filter((scheme) => /^https?$/.test(String(scheme)));
  // The first server is the default of a client.
  const ordered = listed.length > 0 ? [...listed].sort().reverse() : ["https"];
  const path = typeof basePath === "string" ? basePath.replace(/\/+$/, "") : "";
  return { schemes: ordered, ...(basePath !== undefined && { basePath: path }) };
}

/** Moves parameters of a path that become a body into its operations. */
function preparePath(item: Json, root: JsonMap): Json {
  if (!isMap(item)) return item;
  const { parameters, ...withoutParameters } = item;
  const shared = itemsOf(parameters).map((each) => inlineBody(each, root));
  const bodies = shared.filter(isBody);
  const notOfBody = shared.filter((each) => !isBody(each));
  return {
    ...(notOfBody.length > 0 && { parameters: notOfBody }),
    ...mapOperations(withoutParameters, (operation) => prepareOperation(operation, bodies, root)),
  };
}

/** Copies a shared body into the operation, because only the operation names its media type. */
function inlineBody(parameter: Json, root: JsonMap): Json {
  const target = followChain(root, parameter);
  return isBody(target) ? { ...target } : keepFormat(parameter);
}

function isBody(parameter: Json): parameter is JsonMap {
  return isMap(parameter) && (parameter["in"] === "body" || isFormField(parameter));
}

function isFormField(parameter: Json): parameter is JsonMap {
  return isMap(parameter) && parameter["in"] === "formData";
}

function prepareOperation(operation: JsonMap, shared: readonly JsonMap[], root: JsonMap): JsonMap {
  const ofOperation = itemsOf(operation["parameters"]).map((each) => inlineBody(each, root));
  const inherited = shared.filter((body) => !ofOperation.some((each) => replaces(each, body)));
  const parameters = [...ofOperation, ...inherited];
  const forms = parameters.filter(isFormField);
  const prepared = {
    ...operation,
    ...(parameters.length > 0 && { parameters }),
    responses: mapValues(operation["responses"], withoutExamples),
  };
  if (forms.length === 0) return prepared;
  const isRequired = forms.some(({ required }) => required === true);
  const consumes = chooseFormTypes(operation["consumes"] ?? root["consumes"], forms);
  return { ...prepared, consumes, [FORM]: isRequired ? "required" : "optional" };
}

/** Tests whether a parameter of an operation replaces one of its path: the body, or a field of that name. */
function replaces(parameter: Json, shared: JsonMap): boolean {
  if (!isBody(parameter)) return false;
  const key = shared["in"] === "body" ? "in" : "name";
  return parameter[key] === shared[key];
}

/** Removes examples: the converter would put them in place of schemas. */
function withoutExamples(response: Json): Json {
  if (!isMap(response)) return response;
  const { examples: _, ...described } = response;
  return described;
}

/** Marks lists divided by tabs, which OpenAPI does not have, for the import. */
function keepFormat(parameter: Json): Json {
  if (!isMap(parameter) || parameter["collectionFormat"] !== "tsv") return parameter;
  return { ...parameter, [TAB_FORMAT]: "tsv" };
}

function mapValues(map: Json, change: (value: Json) => Json): JsonMap {
  return Object.fromEntries(entriesOf(map).map(([key, value]) => [key, change(value)] as const));
}

/** Chooses the media types of a form: multipart for files, URL-encoded by default for others. */
function chooseFormTypes(consumes: Json, forms: readonly JsonMap[]): readonly Json[] {
  const hasFile = forms.some(({ type }) => type === "file");
  const listed = itemsOf(consumes).filter(
    (type) => type === MULTIPART || (type === URL_ENCODED && !hasFile),
  );
  if (listed.length > 0) return listed;
  return [hasFile ? MULTIPART : URL_ENCODED];
}

const MULTIPART = "multipart/form-data";
const URL_ENCODED = "application/x-www-form-urlencoded";

/** Makes a form required if one of its parameters is. */
function requireForm({ [FORM]: form, ...operation }: JsonMap): JsonMap {
  if (form === undefined) return operation;
  const required = form === "required";
  return { ...operation, requestBody: { ...mapOf(operation["requestBody"]), required } };
}

/** A copy of a path item with its operations changed. */
function mapOperations(item: JsonMap, change: (operation: JsonMap) => JsonMap): JsonMap {
  const entries = Object.entries(item).map(([key, value]) => {
    const isOperation = SWAGGER_METHODS.has(key) && isMap(value);
    return [key, isOperation ? change(value) : value] as const;
  });
  return Object.fromEntries(entries);
}

// prettier-ignore
const SWAGGER_METHODS: ReadonlySet<string> = new Set([
  "get", "put", "post", "delete", "options", "head", "patch",
]);
