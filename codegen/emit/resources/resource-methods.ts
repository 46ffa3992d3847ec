/** The methods of the SDK's class: one for each name of a route, with its arguments and its result. */
import { REQUEST_OPTIONS } from "../../../src/catalog/sdk.js";
import { listRouteLists, refOfItems } from "../../json-schema/route-lists.js";
import type { Route, RouteStream, Vendor } from "../../model/model.js";
import { freeName, isIdentifier, nameOf, toCamelCase } from "../../model/names.js";
import { hasParameters } from "../calls/print-calls.js";
import { responseType } from "../calls/responses.js";
import type { ParameterSchema } from "../calls/types.js";
import type { EmitContext } from "../context/context.js";
import {
  type ListedItems,
  nameSurfaceTypes,
  type SurfaceModel,
  type SurfaceNames,
} from "./surface-names.js";

/** Lists the methods with their dotted names: those of each route in the order of its names. */
export function listMethods(
  context: EmitContext,
  models: readonly SurfaceModel[],
): readonly NamedMethod[] {
  const items = listPageItems(context);
  // An SDK of Stainless can have several methods for one route, none of which is an alias.
  const hasEqualNames = context.model.vendor.sdk.surface !== undefined;
  return context.parameters.flatMap((parameter) => {
    const { route } = parameter;
    const list = items.get(route.key);
    const common = readCommon(parameter, list, context);
    return [route.call, ...route.formerCalls].map((call, index) => ({
      call,
      method: {
        ...common,
        name: call.slice(call.lastIndexOf(".") + 1),
        isAlias: index > 0 && !hasEqualNames,
        ...(hasEqualNames && { surface: nameSurfaceTypes(call, route, list, models, context) }),
      },
    }));
  });
}

/** All that the methods of one route have in common. */
function readCommon(
  parameter: ParameterSchema,
  list: ListedItems | undefined,
  { model, names }: EmitContext,
): Omit<Method, "name" | "isAlias" | "surface"> {
  const { route } = parameter;
  const { stream } = route;
  return {
    route,
    parameter,
    ...readSignature(parameter, model.vendor.sdk.arguments),
    result: nameOf(names.results, route.key),
    item: list?.item,
    ...(stream && {
      stream: {
        item: responseType(route, "item", stream.item.schema, names),
        ...(stream.when && { when: stream.when }),
      },
    }),
  };
}

/** The items of paginated lists, by the keys of their routes. */
function listPageItems(context: EmitContext): ReadonlyMap<string, ListedItems> {
  const { names, resolve } = context;
  return new Map(
    listRouteLists(context).map((list) => {
      const ref = refOfItems(list, resolve);
      const { key } = list.route;
      const item = ref === undefined ? nameOf(names.items, key) : nameOf(names.components, ref);
      return [key, { item, rule: "name" in list.pagination ? list.pagination.name : undefined }];
    }),
  );
}

// ---- Arguments

function readSignature(parameter: ParameterSchema, style: ArgumentStyle): MethodSignature {
  const { route, positional } = parameter;
  const { isEmpty, isOptional } = readObject(parameter, style);
  return {
    positional: nameArguments(positional.map((each) => each.parameter.name)),
    // An object without other keys has the address of the server.
    isBare: isEmpty && route.needsBaseUrl !== true,
    isOptional,
    takesOptions: style === "positional" && takesOptions(parameter),
  };
}

/** Tells of the object of parameters whether it has no keys but an address, and whether it may be left out. */
function readObject(
  { forms, isOptional, surface }: ParameterSchema,
  style: ArgumentStyle,
): { readonly isEmpty: boolean; readonly isOptional: boolean } {
  if (surface) return { isEmpty: surface.keys.length === 0, isOptional: surface.isOptional };
  // In the style `object`, each method takes an object, even one without keys.
  return { isEmpty: style !== "object" && !forms.some(hasParameters), isOptional };
}

/**
 * Tests whether options can stand in place of parameters, as in SDKs of the older generator: each is optional,
 * and no name is that of an option.
 */
function takesOptions({ route, positional, surface }: ParameterSchema): boolean {
  if (surface?.isOptional !== true || surface.keys.length === 0) return false;
  const names = [...surface.keys, ...positional.map(({ parameter }) => parameter)];
  const hasOption =
    surface.isOpen || names.some(({ name }) => Object.hasOwn(REQUEST_OPTIONS, name));
  return !hasOption && route.stream === undefined && route.needsBaseUrl !== true;
}

/** Names the arguments for path parameters. The other arguments have names of their own. */
function nameArguments(parameters: readonly string[]): readonly string[] {
  const taken = new Set(["parameters", "params", "options"]);
  return parameters.map((name) => {
    const free = freeName(isIdentifier(name) ? toArgument(name) : toCamelCase(name), taken);
    taken.add(free);
    return free;
  });
}

/** Keeps the name of a placeholder, except for a `_` after a reserved word. */
function toArgument(name: string): string {
  return toCamelCase(name) === `${name}_` ? `${name}_` : name;
}

// ---- Types

type ArgumentStyle = Vendor["sdk"]["arguments"];

export interface NamedMethod {
  /** The dotted name: the path of a resource, and the name of the method in it. */
  readonly call: string;
  readonly method: Method;
}

/** The arguments of a method. */
export interface MethodSignature {
  /** The names of arguments for path parameters. */
  readonly positional: readonly string[];
  /** It takes no object of parameters. */
  readonly isBare: boolean;
  /** It can be called without the object of parameters. */
  readonly isOptional: boolean;
  /** Options of a request can stand in place of the object. */
  readonly takesOptions: boolean;
}

/** A method that sends requests of one route. */
export interface Method extends MethodSignature {
  readonly name: string;
  readonly route: Route;
  /** The name is a deprecated alias of the method. */
  readonly isAlias: boolean;
  readonly parameter: ParameterSchema;
  /** The type of the data that it resolves to. */
  readonly result: string;
  /** The type of the items of a paginated list. */
  readonly item: string | undefined;
  /** Present if the route streams: the type of an item, and the parameters that ask for a stream. */
  readonly stream?: {
    readonly item: string;
    readonly when?: NonNullable<RouteStream["when"]>;
  };
  /** Only in a class with another surface. */
  readonly surface?: SurfaceNames;
}
