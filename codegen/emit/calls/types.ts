/** The types that the parameters of routes get, as schemas. */
import type { MethodShape } from "../../../src/catalog/sdk.js";
import type { JsonSchema, Route } from "../../model/model.js";
import type { NamedSchema } from "../schema-types/compile-types.js";
import type { CallForm, CallParameter } from "./forms.js";

/** The parameters of one route: one object type for each way to call it. */
export interface ParameterSchema {
  /** The name of the first of {@link forms}. */
  readonly name: string;
  readonly route: Route;
  readonly call: CallForm;
  /** The route can be called without an object of parameters. */
  readonly isCallableBare: boolean;
  /** Its method can be called without the object: required parameters are all arguments. */
  readonly isOptional: boolean;
  /** The path parameters that a method takes as arguments, outside of {@link forms}. */
  readonly positional: readonly PositionalParameter[];
  readonly forms: readonly [FormSchema, ...FormSchema[]];
  /** The parameters as an SDK that Stainless made has them; absent for a class with typewire's own surface. */
  readonly surface?: SurfaceForm;
  /** The types that are declared: those of the forms and of the surface. */
  readonly declared: readonly NamedSchema[];
  /** The schemas that the types are made of. */
  readonly used: readonly JsonSchema[];
}

/** A path parameter that is an argument. Its name among all types is a key: no type is declared by it. */
export interface PositionalParameter extends NamedSchema {
  readonly parameter: CallParameter;
  /** It is a member of the option `parameters`, because it is named like an option. */
  readonly isNested: boolean;
}

/** One way to call a route, as the schema of one object. */
export interface FormSchema extends NamedSchema {
  readonly call: CallForm;
  /** The names of its parameters outside of the object. */
  readonly positionalNames: ReadonlySet<string>;
  /** The form with the keys that `data` of this one replaces. */
  readonly keys?: FormSchema;
  /** The type over {@link keys} that this form extends. */
  readonly base?: FormBase;
}

/** A type over a form with keys: with its whole body in `data`, as JSON alone, or without any body. */
export type FormBase = "WithBody" | "WithOptionalBody" | "WithoutFields";

/** The object of parameters of a method with the surface of an SDK that Stainless made. */
export interface SurfaceForm extends NamedSchema {
  readonly keys: readonly SurfaceKey[];
  readonly isOptional: boolean;
  /** The body may have other fields. */
  readonly isOpen: boolean;
  /** Absent if the client takes the keys as they are. */
  readonly shape?: MethodShape;
}

/** A key of the object; it is sent under another name if that is taken. */
export type SurfaceKey = CallParameter & { readonly sent: string };
