/** The class of an SDK (contract H.6). It creates a resource when it is first used. */
import { explain } from "../../base/explain.js";
import { writeMessage } from "../../base/package.js";
import { readMethods, type ListedMethod } from "../../catalog/method-lines.js";
import type { EnvironmentOption, MethodArguments, SdkCatalog } from "../../catalog/sdk.js";
import type { FindErrorClass } from "../client/errors.js";
import type { Awaitable } from "../client/types.js";
import type { UnknownRecord } from "../endpoint/values.js";
import { findErrorClass } from "./errors.js";
import { lists } from "./lists.js";
import {
  defineMethod,
  type ClientFunction,
  type DefineMethod,
  type MethodForm,
} from "./methods.js";
import { checkSdkOptions, readClientOptions, readOption } from "./options.js";
import type { SdkConstructor, SdkOptions, Unwrap } from "./types.js";

/** The resource that has `unwrap`, besides the methods that the service may have there. */
const WEBHOOKS = "webhooks";

/**
 * Makes the class of a service.
 * @param createClient Creates a client of the same service.
 * @typeParam Sdk Its instances.
 * @typeParam Options The options of its constructor.
 * @example
 * const Acme = createSdk<AcmeResources>(sdkCatalog, createClient);
 * const thing = await new Acme({ apiKey }).things.retrieve({ id: "7" });
 */
export function createSdk<Sdk, Options = SdkOptions>(
  catalog: SdkCatalog,
  createClient: (options: never) => unknown,
  {
    unwrap,
    ofWebhooks,
    define = defineMethod,
    findErrorClass: find = findErrorClass,
  }: SdkExtensions = {},
): SdkConstructor<Sdk, Options> {
  class ServiceSdk implements SdkInstance {
    declare readonly [RESOURCES]: OpenResource;
    readonly client: unknown;

    constructor(sdkOptions: UnknownRecord = {}) {
      checkSdkOptions(catalog, sdkOptions);
      const options = { ...readClientOptions(catalog, sdkOptions), findErrorClass: find };
      this.client = createClient(options as never); // the client checks them
      const value = createResources(catalog, this.client, define, {
        [WEBHOOKS]:
          ofWebhooks?.(sdkOptions) ??
          (unwrap && { unwrap: bindToSecret(unwrap, catalog.webhookSecret, sdkOptions) }),
      });
      Object.defineProperty(this, RESOURCES, { value });
    }
  }

  const { prototype } = ServiceSdk;
  Object.defineProperty(ServiceSdk, "name", { value: catalog.name });
  for (const { name } of listMethods(catalog, ""))
    addGetter(prototype, name, (open) => open("")[name]);
  for (const name of listChildren(catalog, "")) addGetter(prototype, name, (open) => open(name));
  if (unwrap ?? ofWebhooks) addGetter(prototype, WEBHOOKS, (open) => open(WEBHOOKS));
  // The generator writes the types of instances and options from the same catalog.
  return ServiceSdk as unknown as SdkConstructor<Sdk, Options>;
}

/** Key of an instance's resources. They are not enumerable, so a printed instance does not show them. */
const RESOURCES = /* @__PURE__ */ Symbol("resources");

/** Absent from the prototype itself, whose getters a debugger may read. */
interface SdkInstance {
  readonly [RESOURCES]?: OpenResource;
}

/** Adds a getter to a prototype. Assignment, as by a test, gives the instance its own property. */
function addGetter(
  prototype: SdkInstance,
  name: string,
  read: (open: OpenResource) => unknown,
): void {
  Object.defineProperty(prototype, name, {
    configurable: true,
    get(this: SdkInstance) {
      return this[RESOURCES] && read(this[RESOURCES]);
    },
    set(this: object, value: unknown) {
      Object.defineProperty(this, name, { value, configurable: true, writable: true });
    },
  });
}

// ---- Resources

/** Opens the resource at a dotted path; the empty one has the methods of the class itself. */
type OpenResource = (path: string) => UnknownRecord;

/**
 * Creates the resources of an instance, each when it is first opened.
 * @param additions Further members of resources, by path.
 */
function createResources(
  catalog: SdkCatalog,
  client: unknown,
  define: DefineMethod,
  additions: Readonly<Record<string, object | undefined>>,
): OpenResource {
  const opened = new Map<string, UnknownRecord>();
  const createMethod = ({ marks, name, route }: ListedMethod): readonly [string, unknown] => {
    let send: ClientFunction | undefined; // made at the first call, because a program calls few methods
    // The name of the property becomes that of the function.
    const { [name]: method } = {
      [name]: (...args: readonly unknown[]) =>
        (send ??= define(route, readForm(marks, catalog.arguments)))(client, ...args),
    };
    return [name, method];
  };
  const open: OpenResource = (path) => {
    const known = opened.get(path);
    if (known) return known;
    const methods = listMethods(catalog, path).map(createMethod);
    // Defines properties, because an assignment to `__proto__` would change the prototype.
    const resource: Record<string, unknown> = Object.fromEntries(methods);
    for (const name of listChildren(catalog, path))
      Object.defineProperty(resource, name, {
        get: () => open(`${path}.${name}`),
        enumerable: true,
        configurable: true,
      });
    Object.assign(resource, additions[path]);
    Object.defineProperty(resource, Symbol.toStringTag, { value: `${catalog.name}.${path}` });
    opened.set(path, resource);
    return resource;
  };
  return open;
}

/** The methods of a resource itself. */
function listMethods({ resources }: SdkCatalog, path: string): readonly ListedMethod[] {
  const text = Object.hasOwn(resources, path) ? resources[path] : undefined;
  // `await` would call a method of this name.
  return readMethods(text ?? "").filter(({ name }) => name !== "then");
}

/** Reads the marks of a listed method. */
function readForm(marks: string, kind: MethodArguments): MethodForm {
  return {
    arguments: kind,
    isNamed: true,
    lists: marks.includes("*") ? lists : undefined,
    isBare: marks.includes("!"),
    takesOptions: marks.includes("?"),
  };
}

/** The names of the resources below a path. */
function listChildren({ resources }: SdkCatalog, path: string): Set<string> {
  const prefix = path && `${path}.`;
  const below = Object.keys(resources).filter((each) => each !== "" && each.startsWith(prefix));
  return new Set(below.map((each) => each.slice(prefix.length).replace(/\..*/s, "")));
}

// ---- Deliveries

/** Checks the secret when a delivery arrives, because a program without deliveries needs none. */
function bindToSecret(
  create: NonNullable<SdkExtensions["unwrap"]>,
  secretOption: EnvironmentOption = { option: "webhookSecret", env: "" },
  options: UnknownRecord,
): Unwrap {
  const secret = readOption(secretOption, options);
  let bound: Promise<Unwrap> | undefined;
  const load = async (): Promise<Unwrap> => {
    try {
      return await create(secret as string); // the scheme checks it
    } catch (error) {
      bound = undefined; // a file that could not be loaded may be there for the next delivery
      throw error;
    }
  };
  return async (body, headers, request) => {
    if (secret === undefined) {
      const { option, env } = secretOption;
      const detail = explain(() => {
        const hint = env && `. The environment variable ${env} may hold it`;
        return `is undefined; expected the secret that the service shows${hint}`;
      });
      throw new TypeError(writeMessage("INVALID_OPTION", `Option "${option}"`, detail));
    }
    bound ??= load();
    return (await bound)(body, headers, request);
  };
}

// ---- Types

/** Code that only some services need. Their entry passes it in, so that the bundles of others do not have it. */
export interface SdkExtensions {
  /** Creates the function that opens deliveries with a secret, for services that send some. */
  readonly unwrap?: ((secret: string) => Awaitable<Unwrap>) | undefined;
  /** Creates the members of `webhooks` from an instance's options, in place of `unwrap`. */
  readonly ofWebhooks?: ((options: UnknownRecord) => object) | undefined;
  /** Replaces `defineMethod`: for streams, and for classes with another surface. */
  readonly define?: DefineMethod | undefined;
  /** Replaces the usual classes of errors. */
  readonly findErrorClass?: FindErrorClass | undefined;
}
