/** Types of what is generated for the class of an SDK. */

/** The class of an SDK, as data. */
export interface SdkCatalog {
  /** The name of the class. */
  readonly name: string;
  readonly arguments: MethodArguments;
  /** Options of the constructor that are credentials. */
  readonly credentials?: readonly CredentialOption[];
  /** Options of the constructor that are sent with every request. */
  readonly sent?: readonly SentOption[];
  /** Base addresses by name, for the option `environment`; the first is the default. */
  readonly environments?: Readonly<Record<string, string>>;
  /** The option with the secret of deliveries; absent for a service without deliveries. */
  readonly webhookSecret?: EnvironmentOption;
  /**
   * The methods by the dotted path of their resource (the empty path for methods of the class itself), as
   * `readMethods` of `method-lines.ts` reads them. The mark `!` occurs only with positional path parameters.
   */
  readonly resources: Readonly<Record<string, string>>;
  /** By route: the keys that the client takes elsewhere or under another name. */
  readonly shapes?: Readonly<Record<string, MethodShape>>;
}

/** Names of the options of one request, in a class with the surface of Stainless. */
export const REQUEST_OPTIONS = {
  path: true,
  query: true,
  body: true,
  headers: true,
  maxRetries: true,
  timeout: true,
  signal: true,
  idempotencyKey: true,
  fetchOptions: true,
} as const;

/** Keys of a method's parameters that differ from those of the client. */
export interface MethodShape {
  /** The keys that are sent outside of the body; all others are fields of it. */
  readonly others: readonly string[];
  /** The key that is the whole body. */
  readonly body?: string;
  /** The names that are sent, by keys of the parameters. */
  readonly renamed?: Readonly<Record<string, string>>;
  /** Names of `others` that the client takes in its option `parameters`. */
  readonly named?: readonly string[];
}

/**
 * The form in which a method takes its parameters: `object` for all in one object; `positional` for path
 * parameters as arguments of their own, in the order of the URL, before the object; `last` for the last
 * path parameter as an argument, and the others in the object.
 */
export type MethodArguments = "object" | "positional" | "last";

/** An option of the constructor, whose default is an environment variable. */
export interface EnvironmentOption {
  readonly option: string;
  readonly env: string;
}

export interface CredentialOption extends EnvironmentOption {
  /** The name of the scheme in the catalog of the client. */
  readonly scheme: string;
  /** The option for the password, for a scheme with user name and password. */
  readonly password?: EnvironmentOption;
  /** The options with which the client gets tokens, for a scheme with OAuth 2. */
  readonly client?: { readonly id: EnvironmentOption; readonly secret: EnvironmentOption };
}

export interface SentOption extends EnvironmentOption {
  readonly in: "header" | "query";
  /** The header, in lowercase, or the query parameter. */
  readonly key: string;
}
