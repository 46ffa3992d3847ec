/** Code that only some catalogs need. A client passes in what it needs, so that no other bundle has it. */
import type { EndpointCatalog, RouteException } from "../../catalog/requests.js";
import type { HeaderRecord } from "./headers.js";
import type { AmendAccept } from "./accept-format.js";
import type { RequestOptions } from "./types.js";
import type { UnknownRecord } from "./values.js";

export interface EndpointExtensions extends BuilderExtensions, RouteExtensions {}

/** For all routes of a service. */
export interface BuilderExtensions {
  /** For variables in the base address. */
  readonly variables?: ServerExtension;
  /** For values that JSON does not have. */
  readonly values?: SentValues;
}

/**
 * Creates the code of the option `mediaType`. An endpoint has it, a small client gets it as a part.
 * @param prefix Of the media types that a format changes.
 */
export type MediaTypeExtension = (prefix: string) => AmendAccept;

/** For some routes. */
export interface RouteExtensions {
  /** Writers of bodies other than JSON. */
  readonly bodies?: readonly BodyWriter[] | undefined;
  /** For styles of parameters, header and cookie parameters, and the `accept` of a route. */
  readonly parameters?: ParameterExtension | undefined;
}

/** Writes values that JSON does not have (contract J.4). */
export interface SentValues {
  /**
   * Replaces dates and the like by their texts, at any depth of the parameters of a call.
   * @throws EndpointError that names the path to an invalid one.
   */
  writeTexts(parameters: UnknownRecord, route: string): UnknownRecord;
  /**
   * Checks a JSON body, and makes its bigints numbers.
   * @param isWhole Set if the body is `data`, not an object of parameters.
   */
  toBody(body: unknown, isWhole: boolean, route: string): unknown;
}

export interface BodyWriter {
  /** Tells whether it writes bodies of a content type. */
  matches(contentType: string): boolean;
  /**
   * Writes the remaining parameters, or `data`.
   * @param headers Hold the content type, which it may remove.
   */
  write(value: unknown, route: DeclaredRoute, headers: HeaderRecord): unknown;
}

/**
 * Takes the parameters that a route declares out of those of a call.
 * @param accept The catalog's `accept`.
 */
export type ParameterExtension = (
  parameters: UnknownRecord,
  route: DeclaredRoute,
  accept: string,
) => DeclaredParts | undefined;

export interface DeclaredRoute {
  readonly name: string;
  readonly exception: RouteException;
}

export interface DeclaredParts {
  /** The parameters left for path, query and body. */
  readonly undeclared: UnknownRecord;
  /** Adds the parameters that were taken. */
  addTo(request: RequestOptions): void;
}

/** Replaces the variables of the base address. */
export type ServerExtension = (catalog: Omit<EndpointCatalog, "routes">) => Server;

export interface Server {
  /** The base address, every variable with its default. */
  readonly baseUrl: string;
  /** Tells whether an address is the catalog's, with any values of its variables. */
  isBaseUrl(address: string): boolean;
  /**
   * Replaces the option `variables` by a `baseUrl`.
   * @param chosen The variables that have defaults.
   */
  replaceVariables(options: UnknownRecord, chosen: UnknownRecord, route: string): UnknownRecord;
  /** Returns the variables of new defaults. */
  chooseVariables(options: unknown, chosen: UnknownRecord): UnknownRecord;
}
