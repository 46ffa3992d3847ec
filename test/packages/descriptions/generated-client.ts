/** A generated client, loaded from its folder with each way to call a route. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { readMethods } from "../../../src/catalog/method-lines.js";

/** A scheme of a client without `auth` in its catalog. */
const BEARER: AuthScheme = { name: "", in: "header", key: "authorization", prefix: "Bearer " };

/** Loads the modules of a client. */
export async function loadGenerated(folder: string): Promise<Generated> {
  const load = (file: string): Promise<object> => import(pathToFileURL(join(folder, file)).href);
  const { createClient } = (await load("client.ts")) as Pick<Generated, "createClient">;
  const { clientCatalog } = (await load("client-catalog.ts")) as { clientCatalog: object };
  const { auth = [BEARER] } = clientCatalog as { auth?: readonly AuthScheme[] };
  const { sdkCatalog } = (await load("sdk-catalog.ts")) as { sdkCatalog: Resources };
  const sdk = (await load("sdk.ts")) as Readonly<Record<string, Generated["Sdk"]>>;
  const { [sdkCatalog.name]: Sdk } = sdk;
  if (Sdk === undefined) throw new Error(`There is no class ${sdkCatalog.name}.`);
  const methods = listMethods(sdkCatalog);
  const core = (await load("core.ts")) as Pick<Generated, "createClient">;
  const { endpoint, toRequest } = (await load("endpoint.ts")) as Pick<
    Generated,
    "endpoint" | "toRequest"
  >;
  return {
    createClient,
    schemes: auth,
    Sdk,
    methods,
    createCore: core.createClient,
    functions: await loadFunctions(folder, methods),
    endpoint,
    toRequest,
  };
}

/**
 * Loads the function of each route. The name of a file is that of its resource but for letter case and
 * suffixes, so that it is found by its interface: each file says in a comment whose methods it has.
 */
async function loadFunctions(
  folder: string,
  methods: ReadonlyMap<string, string>,
): Promise<ReadonlyMap<string, Method>> {
  const byResource = new Map<string, Readonly<Record<string, Method>>>();
  const base = join(folder, "methods");
  for (const file of readdirSync(base, { recursive: true, encoding: "utf8" })) {
    if (!file.endsWith(".ts")) continue;
    const path = join(base, file);
    const [, resource = ""] =
      /^\/\*\* (?:All methods|Methods of `([^`]*)`)/m.exec(readFileSync(path, "utf8")) ?? [];
    byResource.set(
      resource,
      (await import(pathToFileURL(path).href)) as Readonly<Record<string, Method>>,
    );
  }
  return new Map(
    [...methods].flatMap(([route, name]) => {
      const [, resource = "", method = ""] = /^(?:(.*)\.)?([^.]+)$/.exec(name) ?? [];
      const callMethod = byResource.get(resource)?.[method];
      return callMethod ? [[route, callMethod] as const] : [];
    }),
  );
}

/**
 * Lists the dotted names of methods, by route.
 * @throws Error for a name that two methods share.
 */
function listMethods({ resources }: Resources): ReadonlyMap<string, string> {
  const names = new Set<string>();
  const methods = new Map<string, string>();
  for (const [path, text] of Object.entries(resources)) {
    for (const { name, route } of readMethods(text)) {
      const whole = [...(path === "" ? [] : [path]), name].join(".");
      if (names.has(whole)) throw new Error(`Two methods are called ${whole}.`);
      names.add(whole);
      methods.set(route, whole);
    }
  }
  return methods;
}

// ---- Types

/** A client, with each way to call its routes. */
export interface Generated {
  readonly createClient: (options: object) => Client;
  readonly schemes: readonly AuthScheme[];
  /** The class, with a method for each route. */
  readonly Sdk: new (options: object) => object;
  /** Dotted names of methods, by route. */
  readonly methods: ReadonlyMap<string, string>;
  /** A client that knows no route, and each function that brings its own. */
  readonly createCore: (options: object) => object;
  readonly functions: ReadonlyMap<string, Method>;
  readonly endpoint: Endpoint;
  readonly toRequest: (built: BuiltRequest) => Request;
}

/** The parts of the catalog of the class that are read. */
interface Resources {
  readonly name: string;
  readonly resources: Readonly<Record<string, string>>;
}

export interface Client {
  request(route: string, parameters: object): Promise<unknown>;
  stream(route: string, parameters: object): { response(): Promise<unknown> };
}

/** A scheme of the catalog of the client. */
export interface AuthScheme {
  readonly name: string;
  readonly in: string;
  readonly key: string;
  readonly prefix?: string;
}

interface Endpoint {
  (route: string, parameters: object): BuiltRequest;
  defaults(options: object): Endpoint;
}

interface BuiltRequest extends Omit<SentRequest, "headers"> {
  readonly headers: Readonly<Record<string, string>>;
}

export interface SentRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: Headers;
  readonly body: unknown;
}

/** A method of the class, or a function, which takes the client first. */
export type Method = (
  ...args: readonly unknown[]
) => Promise<unknown> | { response(): Promise<unknown> };
