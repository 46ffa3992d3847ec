/**
 * The class of an SDK with the surface of one that Stainless made (contract H.10): the class of `createSdk`
 * with other options, errors, pages and uploads.
 */
import type { SdkCatalog } from "../catalog/sdk.js";
import type { UntypedCore } from "../request/client/client.js";
import { readOwn, type UnknownRecord } from "../request/endpoint/values.js";
import type { ClientFunction, DefineMethod } from "../request/sdk/methods.js";
import { checkSdkOptions, listOptions, readOption } from "../request/sdk/options.js";
import { createSdk } from "../request/sdk/sdk.js";
import { defineMethod } from "./calls.js";
import { findUrl, toRoute } from "./changes.js";
import {
  APIConnectionError,
  APIConnectionTimeoutError,
  APIUserAbortError,
} from "./connection-errors.js";
import { APIError, findErrorClass, STATUS_ERRORS, type StatusErrors } from "./errors.js";
import {
  DEFAULT_TIMEOUT,
  readRequestSettings,
  STAINLESS_OPTIONS,
  toSdkOptions,
} from "./options.js";
import type { LogLevel, RequestOptions, StainlessOptions } from "./types.js";
import { toFile } from "./uploads.js";
import { bindWebhooks, type OpenDelivery } from "./webhooks.js";

/**
 * Makes the class of a service.
 * @typeParam Sdk Its instances.
 * @typeParam Options The options of its constructor.
 * @typeParam Bodies The bodies of errors that the service declares, by the names of their classes.
 * @example
 * const Acme = createStainless<Acme, AcmeOptions>(sdkCatalog, createClient);
 * const thing = await new Acme({ apiKey }).things.retrieve("7");
 */
export function createStainless<Sdk, Options = StainlessOptions, Bodies = unknown>(
  catalog: SdkCatalog,
  createClient: (options: never) => unknown,
  { open, define = defineMethod }: StainlessExtensions = {},
): StainlessConstructor<Sdk, Options, Bodies> {
  const Base = createSdk<object>(catalog, createClient, {
    define: (route, form) =>
      define(route, { ...form, shape: readOwn(catalog.shapes ?? {}, route) }),
    findErrorClass,
    ofWebhooks: open && ((options) => bindWebhooks(open, catalog, options)),
  });
  class Client extends Base {
    readonly #options: UnknownRecord;
    readonly maxRetries: number;
    readonly timeout: number;
    readonly baseURL: string;
    readonly logLevel: LogLevel;

    constructor(options: UnknownRecord & StainlessOptions = {}) {
      checkSdkOptions(catalog, options, STAINLESS_OPTIONS);
      const settings = readRequestSettings(catalog, options);
      super(toSdkOptions(catalog, options, settings));
      this.#options = options;
      this.maxRetries = settings.maxRetries;
      this.timeout = settings.timeout;
      this.logLevel = settings.logLevel;
      const { client } = this as unknown as { readonly client: UntypedCore }; // every instance has one
      this.baseURL = findUrl(client, "/").replace(/\/$/, "");
      // Not enumerable, so that a printed client shows no credential.
      for (const credential of listOptions(catalog))
        Object.defineProperty(this, credential.option, {
          value: readOption(credential, options) ?? null,
        });
    }

    /** A client with other options. */
    withOptions(options: UnknownRecord): Client {
      return new Client({ ...this.#options, ...options });
    }
  }
  addVerbs(Client.prototype);
  Object.defineProperty(Client, "name", { value: catalog.name });
  // The generator writes the types of instances and options from the same catalog.
  return Object.assign(Client, STATICS, STATUS_ERRORS, {
    [catalog.name]: Client,
  }) as unknown as never;
}

const VERBS = ["get", "post", "put", "patch", "delete"] as const;

/** Adds a method for requests by path, unless the service has a method of that name. */
function addVerbs(prototype: object): void {
  for (const verb of VERBS) {
    if (verb in prototype) continue;
    const value = function (this: unknown, path: string, options?: RequestOptions): unknown {
      return defineMethod<ClientFunction>(toRoute(verb, path), { isBare: true, isNamed: true })(
        this,
        options,
      );
    };
    Object.defineProperty(prototype, verb, { value, writable: true, configurable: true });
  }
}

/**
 * The class, with its errors and `toFile` as properties.
 * @typeParam Bodies The bodies of errors that the service declares, by the names of their classes.
 */
export type StainlessConstructor<Sdk, Options, Bodies = unknown> = typeof STATICS &
  StatusErrors<Bodies> & {
    new (options?: Options): Sdk;
    readonly prototype: Sdk;
  };

const STATICS = {
  DEFAULT_TIMEOUT,
  APIError,
  APIConnectionError,
  APIConnectionTimeoutError,
  APIUserAbortError,
  toFile,
};

/** Code that only some services need. */
interface StainlessExtensions {
  /** For services with deliveries. */
  readonly open?: OpenDelivery;
  /** For services with streams. */
  readonly define?: DefineMethod;
}
