/**
 * The types of a class with the surface of an SDK that Stainless made, by the names of that SDK, in a namespace
 * that is merged with the class:
 *
 *     export declare namespace Acme {
 *       export type ChatCreateParams = …;
 *       export namespace Chats {
 *         export type ParticipantAddParams = …;
 *       }
 *     }
 */
import { ERROR_CLASSES } from "../calls/error-classes.js";
import { printChoices } from "../calls/stream-choices.js";
import type { EmitContext } from "../context/context.js";
import { specifierOf } from "../names/files.js";
import { toResourceClass, toSurfaceBase } from "../names/type-names.js";
import { code, exported, joinCode, listPassedOn, ofModule, ofRuntime } from "../print/module.js";
import type { Code, Printable } from "../print/types.js";
import type { Method } from "../resources/resource-methods.js";
import { readResources, type Resource } from "../resources/resources.js";

/**
 * Prints the namespace of the class, and exports of the module that are equal to its types: users import those of
 * the class itself, such as `ChatCreateParams`, also by their names alone.
 * @param exportedNames The names that the module exports already.
 */
export function printNamespace(
  context: EmitContext,
  exportedNames: readonly string[],
): readonly Code[] {
  const { name } = context.model.vendor.sdk;
  const refer = createTypeReference(context);
  const root = readResources(context);
  const ofRoot = listResourceAliases(root, refer);
  const aliases = [
    ...listErrorAliases(),
    { name: "RequestOptions", type: RUNTIME.member("RequestOptions") },
    { name: "Uploadable", type: RUNTIME.member("Uploadable") },
    { name: "ClientOptions", type: `${name}Options` },
    ...ofRoot,
    ...listComponentAliases(context, refer),
  ];
  const taken = [...exportedNames, name];
  const exportedAliases = firstOfEachName(ofRoot).filter((alias) => !taken.includes(alias.name));
  return [
    printBlock(exported("declare namespace", name), aliases, root.children, refer),
    joinCode(
      exportedAliases.map((alias) => code`${exported("type", alias.name)} = ${alias.type};`),
      "\n",
    ),
  ];
}

// ---- Namespaces

/** Prints the namespace of a resource; none if there is nothing in it. */
function printResource(resource: Resource, refer: ReferToType): readonly Code[] {
  const aliases = listResourceAliases(resource, refer);
  if (aliases.length === 0) return [];
  const head = code`export namespace ${toResourceClass(resource.name)}`;
  return [printBlock(head, aliases, resource.children, refer)];
}

/** Prints a namespace with aliases and, inside of it, the namespaces of resources. */
function printBlock(
  head: Code,
  aliases: readonly Alias[],
  resources: readonly Resource[],
  refer: ReferToType,
): Code {
  const members = [
    ...firstOfEachName(aliases).map(({ name, type }) => code`export type ${name} = ${type};`),
    ...resources.flatMap((resource) => printResource(resource, refer)),
  ];
  return code`${head} {
${joinCode(members, "\n")}
}`;
}

/** Keeps the first alias of each name. */
function firstOfEachName(aliases: readonly Alias[]): readonly Alias[] {
  const byName = new Map<string, Alias>();
  for (const alias of aliases) if (!byName.has(alias.name)) byName.set(alias.name, alias);
  return [...byName.values()];
}

// ---- Aliases for a resource

/** The types that belong to a resource, and to each resource directly below it. */
function listResourceAliases(resource: Resource, refer: ReferToType): readonly Alias[] {
  const ofChildren = resource.children.flatMap((child): readonly Alias[] => [
    ...listOwnAliases(child, refer),
    { name: toResourceClass(child.name), type: referToMethods(child) },
  ]);
  return [...listOwnAliases(resource, refer), ...ofChildren];
}

/** The models of a resource, and the types of its methods. */
function listOwnAliases({ path, methods, models }: Resource, refer: ReferToType): readonly Alias[] {
  return [
    ...models.map(({ name, type }) => ({ name, type: refer(type) })),
    ...methods.flatMap((method) => listMethodAliases(path, method, refer)),
  ];
}

/** The types of the result and of the parameters of a method. */
function listMethodAliases(path: string, method: Method, refer: ReferToType): readonly Alias[] {
  const { parameter, result, item, surface: surfaceNames } = method;
  if (parameter.surface === undefined) return [];
  const base = toSurfaceBase(path === "" ? method.name : `${path}.${method.name}`);
  const data = RESULTS.member(result);
  const response = item === undefined ? data : refer(item);
  const aliases: Alias[] = [{ name: `${base}Response`, type: response }];
  if (surfaceNames?.page !== undefined) {
    const type = code`${RUNTIME.member("Page")}<${data}, ${response}>`;
    aliases.push({ name: surfaceNames.page, type });
  }
  return [...aliases, ...listParameterAliases(base, method, refer)];
}

/** The type of the parameters and, for a method that can stream, of those that do not ask for it and those that do. */
function listParameterAliases(base: string, method: Method, refer: ReferToType): readonly Alias[] {
  const { parameter, stream } = method;
  const { surface } = parameter;
  if (surface === undefined || surface.keys.length === 0) return [];
  const parameters = { name: `${base}Params`, type: refer(surface.name) };
  if (stream?.when === undefined) return [parameters];
  const choices = printChoices(parameter, stream.when, refer);
  return [
    parameters,
    { name: `${base}ParamsNonStreaming`, type: choices.notAsking ?? parameters.type },
    { name: `${base}ParamsStreaming`, type: choices.asking },
  ];
}

// ---- Aliases for the class alone

/** The classes of errors, of which those by status have the bodies that the service declares. */
function listErrorAliases(): readonly Alias[] {
  const passedOn = listPassedOn("stainless", "stainless");
  const withoutStatus = passedOn
    .filter(({ name, isType }) => !isType && name.endsWith("Error"))
    .map(({ name }) => ({ name, type: RUNTIME.member(name) }));
  const bodies = CLIENT.member("ErrorBodies");
  const byStatus = ERROR_CLASSES.map(({ name }) => {
    const body = code`${RUNTIME.member("BodyOf")}<${bodies}, "${name}">`;
    return { name, type: code`${RUNTIME.member(name)}<${body}>` };
  });
  return [...withoutStatus, ...byStatus].sort((one, other) => (one.name < other.name ? -1 : 1));
}

/** The components that have a type. */
function listComponentAliases(
  { names, declaredIn }: EmitContext,
  refer: ReferToType,
): readonly Alias[] {
  const types = [...names.components.values()].filter((type) => declaredIn.has(type));
  return types.map((type) => ({ name: type, type: refer(type) }));
}

// ---- References to other modules

const RUNTIME = ofRuntime("stainless").namespace("$runtime");
const CLIENT = ofModule("./client-types.js").namespace("$client");
const RESULTS = ofModule("./results.js").namespace("$results");

/** Refers to the interface with the methods of a resource. */
function referToMethods({ file, typeName }: Resource): Code {
  const namespace = `$methods_${file.replace(/\W/g, "_")}`;
  return ofModule(`./methods/${file}.js`).namespace(namespace).member(typeName);
}

/** Creates a function that refers to a generated type in its module. */
function createTypeReference({ declaredIn, names, model }: EmitContext): ReferToType {
  const typesOfItems = new Set(names.items.values());
  return (type) => {
    if (typesOfItems.has(type)) return RESULTS.member(type);
    const file = declaredIn.get(type);
    if (file === undefined) throw new Error(`No file declares the type ${type}.`);
    return ofModule(specifierOf(file, model.vendor)).namespace(`$${file}`).member(type);
  };
}

// ---- Types

/** A type of a namespace, and the type that it is another name of. */
interface Alias {
  readonly name: string;
  readonly type: Printable;
}

/** Refers to a generated type by its name. */
type ReferToType = (type: string) => Code;
