/** The methods of the SDK's class, by resource. */
import { REQUEST_OPTIONS } from "../../../src/catalog/sdk.js";
import { listRouteLists, refOfItems } from "../../json-schema/route-lists.js";
import { groupBy } from "../../model/group-by.js";
import type { Route, RouteStream } from "../../model/model.js";
import { toPathNames } from "../../model/file-names.js";
import { isIdentifier, nameOf, toCamelCase } from "../../model/names.js";
import { hasParameters } from "../calls/print-calls.js";
import { responseType } from "../calls/responses.js";
import type { ParameterSchema } from "../calls/types.js";
import type { EmitContext } from "../context/context.js";
import { listResourcePaths } from "../names/type-names.js";
import {
  type ListedItems,
  nameSurfaceTypes,
  readModels,
  type SurfaceModel,
  type SurfaceNames,
} from "./surface-names.js";

/** Reads the class itself, which holds all other resources. */
export function readResources(context: EmitContext): Resource {
  const { model, names } = context;
  const paths = listResourcePaths(model);
  const files = toPathNames(paths.filter((path) => path !== "").map((path) => path.split(".")));
  const file = freeName("root", new Set(files.values()));
  const models = readModels(context);
  const methods = groupMethods(context, models);
  const build = (path: string): Resource => ({
    path,
    name: path.slice(path.lastIndexOf(".") + 1),
    file: path === "" ? file : nameOf(files, path),
    typeName: nameOf(names.resources, path),
    methods: methods.get(path) ?? [],
    models: models.filter((model) => model.path === path),
    children: paths.filter((each) => each !== "" && resourceOf(each) === path).map(build),
  });
  return build("");
}

/** All resources, each before those that it holds. */
export function listResources(resource: Resource): readonly Resource[] {
  return [resource, ...resource.children.flatMap(listResources)];
}

/** Adds `_` to a name until it is free. */
export function freeName(name: string, taken: ReadonlySet<string>): string {
  return taken.has(name) ? freeName(`${name}_`, taken) : name;
}

/** The path of the resource that holds a method or another resource. */
function resourceOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf(".")));
}

/** The methods by the paths of their resources. */
function groupMethods(
  context: EmitContext,
  models: readonly SurfaceModel[],
): ReadonlyMap<string, readonly Method[]> {
  const items = listPageItems(context);
  // An SDK of Stainless can have several methods for one route, none of which is an alias.
  const hasEqualNames = context.model.vendor.sdk.surface !== undefined;
  const methods = context.parameters.flatMap((parameter) => {
    const { route } = parameter;
    const list = items.get(route.key);
    return [route.call, ...route.formerCalls].map((name, index) => ({
      path: resourceOf(name),
      ...createMethod(name, parameter, index > 0 && !hasEqualNames, list, context),
      ...(hasEqualNames && { surface: nameSurfaceTypes(name, route, list, models, context) }),
    }));
  });
  return groupBy(methods, ({ path }) => path);
}

function createMethod(
  call: string,
  parameter: ParameterSchema,
  isAlias: boolean,
  list: ListedItems | undefined,
  context: EmitContext,
): Method {
  const { names, model } = context;
  const { route, forms, positional, surface } = parameter;
  const isBare = surface
    ? surface.keys.length === 0
    : model.vendor.sdk.arguments !== "object" && !forms.some(hasParameters);
  return {
    name: call.slice(call.lastIndexOf(".") + 1),
    route,
    isAlias,
    parameter,
    positional: nameArguments(positional.map((each) => each.parameter.name)),
    isBare: isBare && route.needsBaseUrl !== true,
    isOptional: surface ? surface.isOptional : parameter.isOptional,
    takesOptions: model.vendor.sdk.arguments === "positional" && takesOptions(parameter),
    result: nameOf(names.results, route.key),
    item: list?.item,
    ...(route.stream && {
      stream: {
        item: responseType(route, "item", route.stream.item.schema, names),
        ...(route.stream.when && { when: route.stream.when }),
      },
    }),
  };
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

// ---- Types

/** Methods and further resources under one name. */
export interface Resource {
  /** Dotted; empty for the class itself. */
  readonly path: string;
  /** The last part of the path. */
  readonly name: string;
  /** The module below `methods/`, without extension. */
  readonly file: string;
  /** The interface of its methods. */
  readonly typeName: string;
  readonly methods: readonly Method[];
  /** Only in a class with another surface. */
  readonly models: readonly SurfaceModel[];
  readonly children: readonly Resource[];
}

/** A method that sends requests of one route. */
export interface Method {
  readonly name: string;
  readonly route: Route;
  /** The name is a deprecated alias of the method. */
  readonly isAlias: boolean;
  readonly parameter: ParameterSchema;
  /** The names of arguments for path parameters. */
  readonly positional: readonly string[];
  /** It takes no object of parameters. */
  readonly isBare: boolean;
  /** It can be called without the object of parameters. */
  readonly isOptional: boolean;
  /** Options of a request can stand in place of the object. */
  readonly takesOptions: boolean;
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
