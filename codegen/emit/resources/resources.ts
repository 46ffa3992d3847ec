/** The resources of the SDK's class: a tree of names, each with its methods. */
import { groupBy } from "../../model/group-by.js";
import { toPathNames } from "../../model/file-names.js";
import { freeName, nameOf } from "../../model/names.js";
import type { EmitContext } from "../context/context.js";
import { listResourcePaths } from "../names/type-names.js";
import { listMethods, type Method } from "./resource-methods.js";
import { readModels, type SurfaceModel } from "./surface-names.js";

/** Reads the class itself, which holds all other resources. */
export function readResources(context: EmitContext): Resource {
  const { model, names } = context;
  const paths = listResourcePaths(model);
  const files = toPathNames(paths.filter((path) => path !== "").map((path) => path.split(".")));
  const file = freeName("root", new Set(files.values()));
  const models = readModels(context);
  const methods = groupBy(listMethods(context, models), ({ call }) => resourceOf(call));
  const build = (path: string): Resource => ({
    path,
    name: path.slice(path.lastIndexOf(".") + 1),
    file: path === "" ? file : nameOf(files, path),
    typeName: nameOf(names.resources, path),
    methods: (methods.get(path) ?? []).map(({ method }) => method),
    models: models.filter((model) => model.path === path),
    children: paths.filter((each) => each !== "" && resourceOf(each) === path).map(build),
  });
  return build("");
}

/** All resources, each before those that it holds. */
export function listResources(resource: Resource): readonly Resource[] {
  return [resource, ...resource.children.flatMap(listResources)];
}

/** The path of the resource that holds a method or another resource: `repos` holds `repos.get`. */
function resourceOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf(".")));
}

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
