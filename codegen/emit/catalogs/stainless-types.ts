/** The types of a class with the surface of an SDK that Stainless made, by the names of that SDK. */
import { printChoices } from "../calls/print-calls.js";
import { ERROR_CLASSES } from "../calls/error-classes.js";
import { specifierOf, TYPE_FILES } from "../names/files.js";
import { readResources, type Resource } from "../resources/resources.js";
import { toResourceClass, toSurfaceBase } from "../names/type-names.js";
import type { EmitContext } from "../context/context.js";
import { listPassedOn } from "../print/module.js";

const BY_STATUS = new Set(ERROR_CLASSES.map(({ name }) => name));

/** The classes of errors that do not depend on a status. */
function listErrors(): readonly string[] {
  const passedOn = listPassedOn("stainless", "stainless").filter(({ isType }) => !isType);
  return passedOn.map(({ name }) => name).filter((name) => name.endsWith("Error"));
}

/** Prints a class of errors with the bodies that the service declares for its status. */
function printError(name: string): string {
  return `$runtime.${name}<$runtime.BodyOf<$client.ErrorBodies, "${name}">>`;
}

interface Namespace {
  readonly imports: readonly string[];
  readonly text: string;
}

/** A type of a namespace, and the type that it is an alias of. */
type Alias = readonly [name: string, type: string];

/** Returns the qualified name of a type. */
type FindType = (type: string) => string;

/**
 * Prints a namespace that is merged with the class: `Acme.ChatCreateParams`, or
 * `Acme.Chats.ParticipantAddParams` for a type below a resource. The module exports the types of the
 * root by the same names, too.
 * @param taken The names that the module exports already.
 */
export function printNamespace(context: EmitContext, taken: readonly string[]): Namespace {
  const { model, names } = context;
  const { name } = model.vendor.sdk;
  const root = readResources(context);
  const ofItems = new Set(names.items.values());
  const find: FindType = (type) => {
    const module = ofItems.has(type) ? "results" : String(context.declaredIn.get(type));
    return `$${module}.${type}`;
  };
  const errors = [...listErrors(), ...BY_STATUS].sort();
  const passedOn = [...errors, "RequestOptions", "Uploadable"].map((each): Alias => [
    each,
    BY_STATUS.has(each) ? printError(each) : `$runtime.${each}`,
  ]);
  const components = [...names.components.values()].flatMap((each): readonly Alias[] =>
    context.declaredIn.has(each) ? [[each, find(each)]] : [],
  );
  const own = [...listAliases(root, find), ...listBelow(root, find)];
  const aliases = withoutRepeatedNames([
    ...passedOn,
    ["ClientOptions", `${name}Options`],
    ...own,
    ...components,
  ]);
  const children = root.children
    .map((child) => printResourceNamespace(child, find))
    .filter((each) => each !== "");
  const exported = withoutRepeatedNames(own)
    .filter(([alias]) => !taken.includes(alias) && alias !== name)
    .map(([alias, type]) => [alias, type] as const);
  const text = `export declare namespace ${name} {
${[...aliases.map(printAlias), ...children].join("\n")}
}

${exported.map(printAlias).join("\n")}`;
  const modules = [
    ["runtime", `${String(model.vendor.runtime)}/stainless`],
    ["client", "./client-types.js"],
    ["results", "./results.js"],
    ...TYPE_FILES.map((file) => [file, specifierOf(file, model.vendor)] as const),
    ...listModuleFiles(root).map((file) => [toModule(file), `./methods/${file}.js`] as const),
  ] as const;
  const imports = modules
    .filter(([module]) => text.includes(`$${module}.`))
    .map(([module, specifier]) => `import type * as $${module} from "${specifier}";`);
  return { imports, text };
}

function listModuleFiles({ file, children }: Resource): readonly string[] {
  return [file, ...children.flatMap(listModuleFiles)];
}

function toModule(file: string): string {
  return `methods_${file.replace(/\W/g, "_")}`;
}

/** The resources below one, and the types of their methods. */
function listBelow({ children }: Resource, find: FindType): readonly Alias[] {
  return children.flatMap((child) => [
    ...listAliases(child, find),
    [toResourceClass(child.name), `$${toModule(child.file)}.${child.typeName}`] as const,
  ]);
}

function listAliases({ path, methods, models }: Resource, find: FindType): readonly Alias[] {
  const ofMethods = methods.flatMap(
    ({ name, parameter, result, item, stream, surface: named }): readonly Alias[] => {
      const { surface } = parameter;
      if (surface === undefined) return [];
      const base = toSurfaceBase(path === "" ? name : `${path}.${name}`);
      const one = item === undefined ? `$results.${result}` : find(item);
      const page: Alias = [named?.page ?? "", `$runtime.Page<$results.${result}, ${one}>`];
      const params: Alias = [`${base}Params`, `$routes.${surface.name}`];
      const choices = stream?.when && printChoices(parameter, stream.when, "$routes.");
      return [
        [`${base}Response`, one],
        ...(named?.page === undefined ? [] : [page]),
        ...(surface.keys.length === 0 ? [] : [params]),
        ...(surface.keys.length === 0 || choices === undefined
          ? []
          : [
              [`${base}ParamsNonStreaming`, choices.others ?? params[1]] as const,
              [`${base}ParamsStreaming`, choices.asking] as const,
            ]),
      ];
    },
  );
  return [...models.map(({ name, type }): Alias => [name, find(type)]), ...ofMethods];
}

function printResourceNamespace(resource: Resource, find: FindType): string {
  const aliases = withoutRepeatedNames([
    ...listAliases(resource, find),
    ...listBelow(resource, find),
  ]);
  const children = resource.children
    .map((child) => printResourceNamespace(child, find))
    .filter((each) => each !== "");
  if (aliases.length === 0 && children.length === 0) return "";
  return `export namespace ${toResourceClass(resource.name)} {
${[...aliases.map(printAlias), ...children].join("\n")}
}`;
}

/** Keeps the first alias of each name. */
function withoutRepeatedNames(aliases: readonly Alias[]): readonly Alias[] {
  const known = new Map<string, string>();
  for (const [name, type] of aliases) if (!known.has(name)) known.set(name, type);
  return [...known];
}

function printAlias([name, type]: Alias): string {
  return `export type ${name} = ${type};`;
}
