/**
 * The parts of a client: the code behind options that few programs set. A client of routes has all of them. A small
 * client of functions gets those that it needs, and refuses the options of the others.
 */
import { explain } from "../../base/explain.js";
import { writeMessage } from "../../base/package.js";
import type { ClientChecks } from "../../catalog/client.js";
import { createAmender } from "../endpoint/accept-format.js";
import {
  addDefaults,
  addOptions,
  completeCall,
  readCall,
  type Builder,
  type BuilderCode,
} from "../endpoint/builder.js";
import { missingPart } from "../endpoint/errors.js";
import type { MediaTypeExtension } from "../endpoint/extensions.js";
import type { UnknownRecord } from "../endpoint/values.js";
import type { ReadRateLimit, Slots } from "./call.js";
import { checkNames } from "./client-options.js";
import { readRateLimit } from "./limit-headers.js";
import type { SentBody } from "./sent-body.js";
import type { ClientOptions, ClientPart } from "./types.js";
import { createSlots } from "./waiting.js";

/** Parts that a client of routes always has, besides those of its requests. */
export function partsOfRouteClient(): ClientParts {
  return { limits: LIMITS, validation: createChecks, optionNames: checkNames };
}

const LIMITS: LimitCode = { createSlots, readRateLimit };

/** For the options `concurrency` and `onRateLimit`, and for `client.rateLimit`. */
export const limits: ClientPart = { limits: LIMITS };

/** For the option `defaults`. */
export const defaults: ClientPart = { defaults: { complete: completeCall, add: addDefaults } };

/** For the option `validation`. */
export const validation: ClientPart = { validation: createChecks };

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

/** For the option `mediaType` of a call. */
export const mediaTypes: ClientPart = { mediaTypes: createAmender };

/** Refuses misspelt options of the client. A compiler does so without it. */
export const optionNames: ClientPart = { optionNames: checkNames };

// ---- In place of parts that a small client lacks

/** @throws EndpointError for an option whose part is missing. */
export function checkParts(options: object, parts: ClientParts): void {
  for (const [option, part] of Object.entries(PART_OF_OPTION))
    if (Reflect.get(options, option) !== undefined && !parts[part])
      throw missingPart(option, part, "createClient");
}

/** The name of the part that an option needs. */
const PART_OF_OPTION = {
  concurrency: "limits",
  onRateLimit: "limits",
  defaults: "defaults",
  validation: "validation",
} as const;

/** For the options `baseUrl` and `headers` alone. */
export const NO_DEFAULTS: DefaultCode = { complete: readCall, add: addOptions };

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
  readonly readRateLimit: ReadRateLimit;
}
