/**
 * Emits `paths.ts`: the types `paths`, `components`, `operations` and `webhooks` in the form of openapi-typescript 7
 * (contract O.2), made of the descriptions that an import has kept beside the YAML.
 */
import { entriesOf, isMap, itemsOf, type Json, type JsonMap, mapOf } from "../../model/json.js";
import type { Memo } from "../../model/memo.js";
import type { KeptDescription } from "../../model/model.js";
import type { ModuleDraft } from "../print/file.js";
import { code, exported, final, local } from "../print/module.js";
import type { Code } from "../print/types.js";
import { applyDiscriminators } from "./discriminators.js";
import { mirrorSchema, type Place as SchemaPlace, WITH_REQUIRED } from "./mirrored-schema.js";
import {
  compileNodes,
  type Member,
  NEVER,
  type NodeTypes,
  objectOf,
  printNode,
  type TypeNode,
  UNKNOWN,
} from "./nodes.js";
import {
  isEndless,
  printAccess,
  resolveObject,
  SECTIONS,
  toPointer,
  toTypeName,
} from "./references.js";

export const PATHS_FILE = "paths.ts";

/** Emits the four types, and the helpers that they name. */
export async function emitPaths(
  descriptions: readonly KeptDescription[],
  memo: Memo,
): Promise<ModuleDraft> {
  const root = structuredClone<JsonMap>(joinDescriptions(descriptions));
  const declarations = listDeclarations(root);
  const types = await compileNodes(
    declarations.map(([, node]) => node),
    memo,
  );
  const usesRequired = [...types.values()].some(({ names }) => names.includes(WITH_REQUIRED));
  const blocks = [
    ...declarations.map(([name, node]) => printDeclaration(name, node, types)),
    DEFINITIONS,
    ...(usesRequired ? [REQUIRED_DECLARATION] : []),
  ];
  return {
    path: PATHS_FILE,
    sources: descriptions.map(({ file }) => file),
    module: { blocks: blocks.map(final) },
  };
}

/** The types that the module exports. The three others refer to those in `operations`. */
function listDeclarations(root: JsonMap): readonly (readonly [name: string, node: TypeNode])[] {
  const operations = new Operations();
  const discriminators = applyDiscriminators(root);
  const place: Place = { root, discriminators, path: "#", inside: [], operations };
  const sections = [
    ["paths", pathItemsNode(root["paths"], below(place, "paths"))],
    ["webhooks", pathItemsNode(root["webhooks"], below(place, "webhooks"))],
    ["components", componentsNode(root["components"], below(place, "components"))],
  ] as const;
  // The sections have added their operations by now.
  return [...sections, ["operations", objectOf(operations.members)]];
}

/** Collects the types of operations that have a name. */
class Operations {
  readonly #types = new Map<string, TypeNode>();

  /** Adds an operation, and returns the reference to it. If an earlier one has the name, it is written out instead. */
  add(name: string, type: TypeNode): TypeNode {
    if (this.#types.has(name)) return type;
    this.#types.set(name, type);
    return { kind: "text", text: printAccess("operations", [name]) };
  }

  get members(): readonly Member[] {
    return [...this.#types].map(([name, node]) => ({ name, node }));
  }
}

function printDeclaration(name: string, node: TypeNode, types: NodeTypes): Code {
  const isEmpty = node.kind === "object" && node.members.length === 0;
  return isEmpty
    ? code`${exported("type", name)} = Record<string, never>;`
    : code`${exported("interface", name)} ${printNode(node, types)}`;
}

const DEFINITIONS = code`${exported("type", "$defs")} = Record<string, never>;`;

const REQUIRED_DECLARATION = code`${local("type", WITH_REQUIRED)}<T, K extends keyof T> = T & { [P in K]-?: T[P] };`;

/** Joins the paths, webhooks and components of several descriptions. Under a name that several have, the first one counts. */
function joinDescriptions(descriptions: readonly KeptDescription[]): JsonMap {
  const join = (maps: readonly Json[]): JsonMap =>
    Object.assign({}, ...maps.toReversed()) as JsonMap;
  const roots = descriptions.map(({ root }) => root);
  const sections = SECTIONS.map((name) => [
    name,
    join(roots.map((root) => mapOf(mapOf(root["components"])[name]))),
  ]);
  return {
    ...join(roots),
    paths: join(roots.map((root) => mapOf(root["paths"]))),
    webhooks: join(roots.map((root) => mapOf(root["webhooks"]))),
    components: Object.fromEntries(sections) as JsonMap,
  };
}

// ---- Places and references

/** The name of the component that a value refers to. Else the type that `makeNode` makes of the value itself. */
function namedOr(value: Json, { root }: Place, makeNode: (object: JsonMap) => TypeNode): TypeNode {
  const { $ref: ref } = mapOf(value);
  if (typeof ref === "string" && isEndless(ref, root)) return UNKNOWN;
  const name = typeof ref === "string" ? toTypeName(ref, root) : undefined;
  return name === undefined ? makeNode(resolveObject(value, root)) : { kind: "text", text: name };
}

/** A place deeper in the description. */
function below(place: Place, ...keys: readonly string[]): Place {
  return { ...place, path: toPointer(place.path, ...keys) };
}

function schemaNode(schema: Json, place: Place): TypeNode {
  return { kind: "schema", schema: mirrorSchema(schema, place) };
}

// ---- Paths and operations

function pathItemsNode(items: Json, place: Place): TypeNode {
  return objectOf(
    entriesOf(items)
      .filter(([, item]) => isMap(item))
      .map(([name, item]) => ({
        name,
        node: namedOr(item, place, (resolved) => pathItemNode(resolved, below(place, name))),
      })),
  );
}

const METHODS = ["get", "put", "post", "delete", "options", "head", "patch", "trace"];

function pathItemNode(item: JsonMap, place: Place): TypeNode {
  const shared = itemsOf(item["parameters"]);
  const methods = METHODS.map((name): Member => {
    const operation = item[name];
    if (!isMap(operation)) return { name, node: NEVER, isOptional: true };
    const described = resolveObject(operation, place.root);
    return { name, node: operationNode(described, shared, below(place, name)), described };
  });
  return objectOf([parametersMember(shared, below(place, "parameters")), ...methods]);
}

function operationNode(operation: JsonMap, shared: readonly Json[], place: Place): TypeNode {
  const { requestBody: body, operationId: id } = operation;
  const parameters = new Map<string, Json>();
  for (const parameter of [...shared, ...itemsOf(operation["parameters"])]) {
    const { in: location, name } = resolveObject(parameter, place.root);
    parameters.set(`${String(location)}-${String(name)}`, parameter);
  }
  const isRequired = resolveObject(body, place.root)["required"] === true;
  const node = namedOr(body, place, (resolved) => bodyNode(resolved, below(place, "requestBody")));
  const responses = entriesOf(operation["responses"])
    .filter(([name]) => !name.startsWith("x-"))
    .map(([status, response]) => responseMember(status, response, place));
  const members: readonly Member[] = [
    parametersMember([...parameters.values()], place),
    isMap(body)
      ? { name: "requestBody", node, isOptional: !isRequired, described: body }
      : { name: "requestBody", node: NEVER, isOptional: true },
    { name: "responses", node: responses.length === 0 ? NEVER : objectOf(responses) },
  ];
  const type = objectOf(members);
  return typeof id === "string" && id !== ""
    ? place.operations.add(id.replaceAll("#", "/"), type)
    : type;
}

const LOCATIONS = ["query", "header", "path", "cookie"];

function parametersMember(parameters: readonly Json[], place: Place): Member {
  const locations = LOCATIONS.map((name): Member => {
    const members = parameters
      .filter((parameter) => resolveObject(parameter, place.root)["in"] === name)
      .map((parameter) => parameterMember(parameter, place));
    const isOptional = members.every((member) => member.isOptional === true);
    return { name, isOptional, node: members.length === 0 ? NEVER : objectOf(members) };
  });
  return { name: "parameters", node: objectOf(locations) };
}

function parameterMember(parameter: Json, place: Place): Member {
  const resolved = resolveObject(parameter, place.root);
  const location = String(resolved["in"]);
  const name = String(resolved["name"]);
  return {
    name,
    described: resolved,
    isOptional: location !== "path" && resolved["required"] !== true,
    node: namedOr(parameter, place, () =>
      parameterNode(resolved, below(place, "parameters", location, name)),
    ),
  };
}

/** A parameter without a schema is text. */
function parameterNode({ schema }: JsonMap, place: Place): TypeNode {
  return schema === undefined ? { kind: "text", text: "string" } : schemaNode(schema, place);
}

// ---- Bodies, responses and headers

function bodyNode({ content }: JsonMap, place: Place): TypeNode {
  const forms = contentMembers(content, place);
  const none: Member = { name: "*/*", node: NEVER, isOptional: true };
  return objectOf([{ name: "content", node: objectOf(forms.length === 0 ? [none] : forms) }]);
}

function contentMembers(content: Json, place: Place): readonly Member[] {
  return entriesOf(content).map(([name, media]) => {
    const resolved = resolveObject(media, place.root);
    const { schema } = resolved;
    const node = schema === undefined ? UNKNOWN : schemaNode(schema, below(place, "content", name));
    return { name, node, described: resolved };
  });
}

function responseMember(status: string, response: Json, place: Place): Member {
  const inner = below(place, "responses", status);
  return {
    name: status,
    described: mapOf(response),
    node: namedOr(response, place, (resolved) => responseNode(resolved, inner)),
  };
}

function responseNode({ headers, content }: JsonMap, place: Place): TypeNode {
  const members = entriesOf(headers).map(([name, header]): Member => {
    const isReference = typeof mapOf(header)["$ref"] === "string";
    return {
      name,
      described: mapOf(header),
      isOptional: !isReference && mapOf(header)["required"] !== true,
      node: namedOr(header, place, (resolved) =>
        headerNode(resolved, below(place, "headers", name)),
      ),
    };
  });
  const forms = contentMembers(content, place);
  return objectOf([
    { name: "headers", node: { kind: "object", members, hasOtherNames: true } },
    forms.length === 0
      ? { name: "content", node: NEVER, isOptional: true }
      : { name: "content", node: objectOf(forms) },
  ]);
}

function headerNode({ schema, content }: JsonMap, place: Place): TypeNode {
  if (schema !== undefined) return schemaNode(schema, place);
  return isMap(content) ? objectOf(contentMembers(content, place)) : UNKNOWN;
}

// ---- Components

function componentsNode(components: Json, place: Place): TypeNode {
  const toNode: Record<(typeof SECTIONS)[number], (resolved: JsonMap, inner: Place) => TypeNode> = {
    schemas: schemaNode,
    responses: responseNode,
    parameters: parameterNode,
    requestBodies: bodyNode,
    headers: headerNode,
    pathItems: pathItemNode,
  };
  const members = SECTIONS.map((section): Member => {
    const entries = entriesOf(mapOf(components)[section]).map(([name, value]): Member => {
      const inner = below(place, section, name);
      // A schema may be true or false.
      const node = isMap(value)
        ? namedOr(value, place, (resolved) => toNode[section](resolved, inner))
        : schemaNode(value, inner);
      return { name, node, described: mapOf(value) };
    });
    return { name: section, node: entries.length === 0 ? NEVER : objectOf(entries) };
  });
  return objectOf(members);
}

// ---- Types

/** A place in the description, for the types that are made there. */
interface Place extends SchemaPlace {
  readonly operations: Operations;
}
