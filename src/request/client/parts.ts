/** Parts of a client. A client of routes has all of them; a small client gets those that it needs. */
import type { ClientChecks } from "../../catalog/client.js";
import { explain } from "../../base/explain.js";
import { writeMessage } from "../../base/package.js";
import {
  addDefaults,
  addOptions,
  type Builder,
  type BuilderCode,
  completeCall,
  readCall,
} from "../endpoint/endpoint.js";
import { missingPart } from "../endpoint/errors.js";
import type { MediaTypeExtension } from "../endpoint/extensions.js";
import { createAmender } from "../endpoint/accept-format.js";
import type { UnknownRecord } from "../endpoint/values.js";
import type { SentBody } from "./sent-body.js";
import type { ClientOptions, ClientPart } from "./types.js";
import { createSlots, type Slots } from "./waiting/slots.js";
import { readRateLimit } from "./waiting/rate-limit.js";
import { checkNames } from "./option-names.js";

/** Parts that a client of routes always has, besides those of its requests. */
export const partsOfRouteClient: () => ClientParts = () => ({
  limits: LIMITS,
  validation: createChecks,
  optionNames: checkNames,
});

const LIMITS: LimitCode = { createSlots, readRateLimit };

/** For the options `concurrency` and `onRateLimit`, and for `client.rateLimit`. */
export const limits: ClientPart = { limits: LIMITS };

/** For the option `defaults`. */
export const defaults: ClientPart = { defaults: { complete: completeCall, add: addDefaults } };

/** For the option `validation`. */
export const validation: ClientPart = { validation: createChecks };

/** For the option `mediaType` of a call. */
export const mediaTypes: ClientPart = { mediaTypes: createAmender };

/** Refuses misspelt options of the client. A compiler does so without it. */
export const optionNames: ClientPart = { optionNames: checkNames };

/** The name of the part that an option needs. */
const PART_OF_OPTION = {
  concurrency: "limits",
  onRateLimit: "limits",
  defaults: "defaults",
  validation: "validation",
} as const;

/** @throws EndpointError for an option whose part is missing. */
export function checkParts(options: object, parts: ClientParts): void {
  for (const [option, part] of Object.entries(PART_OF_OPTION))
    if (Reflect.get(options, option) !== undefined && !parts[part])
      throw missingPart(option, part, "createClient");
}

/** In place of the part `mediaTypes`: refuses the option `mediaType`. */
export const refuseMediaTypes: MediaTypeExtension = () => (_headers, _mediaType, route) => {
  throw missingPart("mediaType", "mediaTypes", route);
};

/**
 * In place of a parser of routes.
 * @throws TypeError for every route.
 */
export function refuseRoute(route: string): never {
  const detail = explain(
    () => 'has no plan; expected a client of the module "client", which reads routes',
  );
  throw new TypeError(writeMessage("INVALID_ROUTE", `"${route}"`, detail));
}

/** A method brings the code for its body, but a hook may add one to another method. */
export const REFUSED_BODY: SentBody = {
  serialize(_body, { method, url }) {
    const detail = explain(() => "has a body; expected none for its method");
    throw new TypeError(writeMessage("BODY_NOT_ALLOWED", `"${method} ${url}"`, detail));
  },
  send: (_source, _init, send) => send(),
};

/** For the options `baseUrl` and `headers` alone. */
export const NO_DEFAULTS: DefaultCode = { complete: readCall, add: addOptions };

/**
 * Reads the options for checks of bodies.
 * @throws TypeError for schemas that are missing, and for an unknown mode.
 */
function createChecks({
  validation: mode = "off",
  schemas,
  onInvalid,
}: ClientOptions<string>): ClientChecks | undefined {
  if (mode === "off") return undefined;
  if (schemas) return schemas.createChecks(mode, onInvalid);
  const detail = explain(() => 'is undefined; expected those of the module "validate"');
  throw new TypeError(writeMessage("INVALID_OPTION", 'Option "schemas"', detail));
}

// ---- Types

/** The code behind options that few programs set, by the names of the parts. */
export interface ClientParts {
  /** Limits of requests under way, and those that a service reports. */
  readonly limits?: LimitCode;
  readonly defaults?: DefaultCode;
  /** Reads the options for checks of bodies. */
  readonly validation?: (options: ClientOptions<string>) => ClientChecks | undefined;
  readonly mediaTypes?: MediaTypeExtension;
  /** Refuses misspelt options. */
  readonly optionNames?: (options: object) => void;
}

/** Code for options and parameters that have defaults. */
export interface DefaultCode extends Pick<BuilderCode, "complete"> {
  /** Puts them over those of a builder. */
  readonly add: (builder: Builder, added: UnknownRecord) => Builder;
}

interface LimitCode {
  readonly createSlots: (limit: number) => Slots;
  readonly readRateLimit: typeof readRateLimit;
}
