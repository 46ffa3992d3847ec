/**
 * The types of a class with the surface of an SDK that Stainless made, by the names of that SDK:
 * `Acme.Chats.ParticipantAddParams` is another name of a generated type.
 */
import type { Vendor } from "../../model/model.js";
import { ERROR_CLASSES } from "../calls/error-classes.js";
import { printChoices } from "../calls/stream-choices.js";
import type { EmitContext } from "../context/context.js";
import { specifierOf } from "../names/files.js";
import { toResourceClass, toSurfaceBase } from "../names/type-names.js";
import {
  code,
  exported,
  joinCode,
  listPassedOn,
  type Namespace,
  ofModule,
  ofRuntime,
} from "../print/module.js";
import type { Code, Printable } from "../print/types.js";
import { readResources, type Resource } from "../resources/resources.js";

/**
 * Prints a namespace that is merged with the class: `Acme.ChatCreateParams`, or
 * `Acme.Chats.ParticipantAddParams` for a type below a resource. The module exports the types of the
 * root by the same names, too.
 * @param taken The names that the module exports already.
 */
export function printNamespace(context: EmitContext, taken: readonly string[]): readonly Code[] {
  const { names, declaredIn } = context;
  const { name } = context.model.vendor.sdk;
  const root = readResources(context);
  const printer = new AliasPrinter(context);
  const errors = [...listErrorsWithoutStatus(), ...ERRORS_BY_STATUS].sort();
  const ofRuntimeModule = [...errors, "RequestOptions", "Uploadable"].map((name): Alias => [
    name,
    ERRORS_BY_STATUS.has(name) ? printError(name) : RUNTIME.member(name),
  ]);
  const components = [...names.components.values()].flatMap((type): readonly Alias[] =>
    declaredIn.has(type) ? [[type, printer.referTo(type)]] : [],
  );
  const ofResources = [...printer.listAliases(root), ...printer.listBelow(root)];
  const aliases = withoutRepeatedNames([
    ...ofRuntimeModule,
    ["ClientOptions", `${name}Options`],
    ...ofResources,
    ...components,
  ]);
  const exportedAliases = withoutRepeatedNames(ofResources).filter(
    ([alias]) => !taken.includes(alias) && alias !== name,
  );
  const children = root.children.flatMap((child) => printer.printResource(child));
  return [
    code`${exported("declare namespace", name)} {
${joinCode([...aliases.map(printAlias), ...children], "\n")}
}`,
    joinCode(exportedAliases.map(printExport), "\n"),
  ];
}

// ---- Modules, by the names that the namespace has for them

const RUNTIME = ofRuntime("stainless").namespace("$runtime");
const CLIENT = ofModule("./client-types.js").namespace("$client");
const RESULTS = ofModule("./results.js").namespace("$results");

/** The types of the methods of a resource. */
function ofMethods(file: string): Namespace {
  return ofModule(`./methods/${file}.js`).namespace(`$methods_${file.replace(/\W/g, "_")}`);
}

// ---- Errors

/** The classes of errors whose bodies the service declares. */
const ERRORS_BY_STATUS = new Set(ERROR_CLASSES.map(({ name }) => name));

/** The classes of errors that do not depend on a status. */
function listErrorsWithoutStatus(): readonly string[] {
  const passedOn = listPassedOn("stainless", "stainless").filter(({ isType }) => !isType);
  return passedOn.map(({ name }) => name).filter((name) => name.endsWith("Error"));
}

/** Prints a class of errors with the bodies that the service declares for its status. */
function printError(name: string): Code {
  const bodies = CLIENT.member("ErrorBodies");
  return code`${RUNTIME.member(name)}<${RUNTIME.member("BodyOf")}<${bodies}, "${name}">>`;
}

// ---- Resources

/** Prints the aliases of the types of resources. */
class AliasPrinter {
  readonly #declaredIn: EmitContext["declaredIn"];
  /** The types that `results.ts` declares for the items of lists. */
  readonly #items: ReadonlySet<string>;
  readonly #vendor: Vendor;

  constructor({ declaredIn, names, model }: EmitContext) {
    this.#declaredIn = declaredIn;
    this.#items = new Set(names.items.values());
    this.#vendor = model.vendor;
  }

  /** The qualified name of a generated type. */
  referTo(type: string): Code {
    if (this.#items.has(type)) return RESULTS.member(type);
    const file = this.#declaredIn.get(type);
    if (file === undefined) throw new Error(`No file declares the type ${type}.`);
    return ofModule(specifierOf(file, this.#vendor)).namespace(`$${file}`).member(type);
  }

  /** The resources below one, and the types of their methods. */
  listBelow({ children }: Resource): readonly Alias[] {
    return children.flatMap((child) => [
      ...this.listAliases(child),
      [toResourceClass(child.name), ofMethods(child.file).member(child.typeName)] as const,
    ]);
  }

  /** The models of a resource, and for each method the types of its parameters and of its result. */
  listAliases({ path, methods, models }: Resource): readonly Alias[] {
    return [
      ...models.map(({ name, type }): Alias => [name, this.referTo(type)]),
      ...methods.flatMap((method) => this.#listOfMethod(path, method)),
    ];
  }

  #listOfMethod(path: string, method: Resource["methods"][number]): readonly Alias[] {
    const { name, parameter, result, item, stream, surface: names } = method;
    const { surface } = parameter;
    if (surface === undefined) return [];
    const base = toSurfaceBase(path === "" ? name : `${path}.${name}`);
    const data = RESULTS.member(result);
    const response = item === undefined ? data : this.referTo(item);
    const aliases: Alias[] = [[`${base}Response`, response]];
    if (names?.page !== undefined)
      aliases.push([names.page, code`${RUNTIME.member("Page")}<${data}, ${response}>`]);
    if (surface.keys.length === 0) return aliases;
    const params = this.referTo(surface.name);
    aliases.push([`${base}Params`, params]);
    if (stream?.when === undefined) return aliases;
    const choices = printChoices(parameter, stream.when, (type) => this.referTo(type));
    return [
      ...aliases,
      [`${base}ParamsNonStreaming`, choices.notAsking ?? params],
      [`${base}ParamsStreaming`, choices.asking],
    ];
  }

  /** The namespace of a resource, with those below it; empty if there is nothing in it. */
  printResource(resource: Resource): readonly Code[] {
    const aliases = withoutRepeatedNames([
      ...this.listAliases(resource),
      ...this.listBelow(resource),
    ]);
    const children = resource.children.flatMap((child) => this.printResource(child));
    if (aliases.length === 0 && children.length === 0) return [];
    return [
      code`export namespace ${toResourceClass(resource.name)} {
${joinCode([...aliases.map(printAlias), ...children], "\n")}
}`,
    ];
  }
}

/** Keeps the first alias of each name. */
function withoutRepeatedNames(aliases: readonly Alias[]): readonly Alias[] {
  const types = new Map<string, Printable>();
  for (const [name, type] of aliases) if (!types.has(name)) types.set(name, type);
  return [...types];
}

/** An alias inside of the namespace. */
function printAlias([name, type]: Alias): Code {
  return code`export type ${name} = ${type};`;
}

/** An alias beside the namespace. */
function printExport([name, type]: Alias): Code {
  return code`${exported("type", name)} = ${type};`;
}

// ---- Types

/** A type of a namespace, and the type that it is an alias of. */
type Alias = readonly [name: string, type: Printable];
