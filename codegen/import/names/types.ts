/** The contents of a file of names. */
import type { MethodArguments } from "../../../src/catalog/sdk.js";
import type { Json, JsonMap } from "../../model/json.js";
import type { Pagination } from "../../model/client.js";

export interface NamesFile {
  readonly path: string;
  /** In the order of the file. */
  readonly methods: readonly NamedMethod[];
  readonly className?: string;
  readonly arguments: MethodArguments;
  /** The first is the default. */
  readonly environments: readonly (readonly [name: string, address: string])[];
  readonly options: readonly NamedOption[];
  /** The key of the option with the secret of deliveries. */
  readonly secret?: string;
  /** Set if the SDK verifies deliveries, which it does by Standard Webhooks. */
  readonly verifies: boolean;
  readonly idempotency?: string;
  readonly schemes: readonly PageScheme[];
  readonly models: readonly NamedModel[];
  /** Replaces the security of the description. */
  readonly security?: Json;
  readonly securitySchemes: JsonMap;
  /** Paths of keys that have no meaning here. */
  readonly ignored: readonly string[];
}

/** A method of a route. A route can have several. */
export interface NamedMethod {
  readonly call: string;
  readonly method: string;
  readonly url: string;
  readonly isDeprecated: boolean;
  /** `false`: the list has no pages. A text: the name of the scheme. */
  readonly pages?: string | boolean;
  readonly bodyParameter?: string;
}

/** A type with a name of its own. */
export interface NamedModel {
  /** Its resource and its name: `chats.messages.Message`, or `Message` for a model of the class. */
  readonly type: string;
  /** Its key in `components.schemas`. */
  readonly schema: string;
}

/** An option of the constructor. */
export interface NamedOption {
  /** The key of the file. */
  readonly key: string;
  readonly option: string;
  readonly env?: string;
  readonly text?: string;
  /** The security scheme that uses the option. */
  readonly scheme?: string;
  readonly role?: string;
  readonly header?: string;
  readonly query?: string;
}

/** A pagination rule. */
export interface PageScheme {
  readonly name: string;
  readonly rule: Pagination;
  /** Parameters of a list of the scheme, and properties of its pages. */
  readonly parameters: readonly string[];
  readonly properties: readonly string[];
}
