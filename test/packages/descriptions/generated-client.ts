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

/** Loads the function of each route, from the files of their resources. */
async function loadFunctions(
  folder: string,
  methods: ReadonlyMap<string, MethodName>,
): Promise<ReadonlyMap<string, Method>> {
  const byResource = new Map<string, Readonly<Record<string, Method>>>();
  const base = join(folder, "methods");
  for (const file of readdirSync(base, { recursive: true, encoding: "utf8" })) {
    if (!file.endsWith(".ts")) continue;
    const path = join(base, file);
    byResource.set(
      readResource(readFileSync(path, "utf8")),
      (await import(pathToFileURL(path).href)) as Readonly<Record<string, Method>>,
    );
  }
  return new Map(
    [...methods].flatMap(([route, { resource, name }]) => {
      const callMethod = byResource.get(resource)?.[name];
      return callMethod ? [[route, callMethod] as const] : [];
    }),
  );
}

/**
 * Reads from the text of a file whose methods it has. A resource may not be told from the name of its file, which
 * has other letters and suffixes; but the comment of its interface has the resource as it is:
 *
 *     /** Methods of `items.comments`. *\/
 *
 * The client itself, whose resource is called `""`, has this one instead:
 *
 *     /** All methods, by resource. *\/
 */
function readResource(text: string): string {
  const [, resource] = /^\/\*\* Methods of `([^`]*)`/m.exec(text) ?? [];
  return resource ?? "";
}

/**
 * Lists the names of methods, by route.
 * @throws Error for a name that two methods share.
 */
function listMethods({ resources }: Resources): ReadonlyMap<string, MethodName> {
  const dottedNames = new Set<string>();
  const methods = new Map<string, MethodName>();
  for (const [resource, text] of Object.entries(resources)) {
    for (const { name, route } of readMethods(text)) {
      const dotted = resource === "" ? name : `${resource}.${name}`;
      if (dottedNames.has(dotted)) throw new Error(`Two methods are called ${dotted}.`);
      dottedNames.add(dotted);
      methods.set(route, { resource, name });
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
  /** Names of methods, by route. */
  readonly methods: ReadonlyMap<string, MethodName>;
  /** A client that knows no route, and each function that brings its own. */
  readonly createCore: (options: object) => object;
  readonly functions: ReadonlyMap<string, Method>;
  readonly endpoint: Endpoint;
  readonly toRequest: (built: BuiltRequest) => Request;
}

/** The name of a method: `client.items.comments.list` is `list` of `items.comments`. */
interface MethodName {
  /** Dotted, or empty for a method of the client itself. */
  readonly resource: string;
  readonly name: string;
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
