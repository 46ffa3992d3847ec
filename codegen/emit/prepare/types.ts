/** The types that emitters share: the context, names, payloads, and the ways to call a route. */
import type { MethodShape } from "../../../src/catalog/sdk.js";
import type { ResolveComponent } from "../../json-schema/references.js";
import type { Memo } from "../../model/memo.js";
import type {
  Body,
  Component,
  Content,
  JsonSchema,
  ParameterLocation,
  Response,
  Route,
  RouteStream,
  SchemaModel,
  Source,
} from "../../model/model.js";
import type { Origin } from "../print/file.js";
import type { TypeText } from "../print/types.js";
import type { PlannedValues } from "../values/compact-plans.js";

/** The model and the data that several emitters need. */
export interface EmitContext extends ListedSchemas {
  readonly model: SchemaModel;
  readonly names: TypeNames;
  readonly resolve: ResolveComponent;
  /** Components by the file that declares their types. */
  readonly components: ByFile<readonly Component[]>;
  /** By type name: the file that declares a type, if others import it. */
  readonly declaredIn: ReadonlyMap<string, TypeFile>;
  readonly types: CompiledTypes;
  readonly values: ModelValues;
  readonly memo: Memo;
  readonly origin: Origin;
}

/** The schemas that become types of their own, beside components. */
export interface ListedSchemas {
  readonly payloads: readonly PayloadSchema[];
  readonly parameters: readonly ParameterSchema[];
  readonly responses: readonly ResponseSchema[];
}

/** The places of values that JSON does not have. */
export interface ModelValues {
  readonly responses: PlannedValues;
  readonly payloads: PlannedValues;
  /** Set if requests hold such values, too. */
  readonly areSent: boolean;
}

/** The context of emitters that need only payloads. */
export interface PayloadContext {
  readonly model: SchemaModel;
  readonly resolve: ResolveComponent;
  readonly payloads: readonly PayloadSchema[];
  readonly memo: Memo;
}

// ---- Names and files

/** The identifiers of all named entries of the YAML. They are unique. */
export interface TypeNames {
  /** By `<event>` or `<event>.<action>`. */
  readonly events: ReadonlyMap<string, EventTypeNames>;
  /** By route and form: the interfaces of its parameters. */
  readonly parameters: ReadonlyMap<string, string>;
  /** By route: its function. */
  readonly functions: ReadonlyMap<string, string>;
  /** By route and status, with a space between: the type of a response's body. */
  readonly responses: ReadonlyMap<string, string>;
  /** By route: the type of the data that a request resolves to. */
  readonly results: ReadonlyMap<string, string>;
  /** By route: the type of the items of a list, if it is not a component. */
  readonly items: ReadonlyMap<string, string>;
  /** By the dotted path of a resource: the interface of its methods. */
  readonly resources: ReadonlyMap<string, string>;
  /** By route: the object of parameters of a method with another surface; empty for the usual one. */
  readonly surface: ReadonlyMap<string, string>;
  /** By `$ref`. */
  readonly components: ReadonlyMap<string, string>;
  /**
   * By `<event>` or `<event>.<action>`, and by route and status, or `body`, with a space between: the
   * Standard Schema of a payload, a response or the body of a request.
   */
  readonly schemas: ReadonlyMap<string, string>;
}

/** Key of a request's body, in place of a status. */
export const BODY = "body";

/** The key of one way to call a route in {@link TypeNames.parameters}. */
export function formKey(route: string, index: number): string {
  return index === 0 ? route : `${route} ${index}`;
}

/** The key of a response in {@link TypeNames.responses}. */
export function responseKey(route: string, status: string): string {
  return `${route} ${status}`;
}

/** The types of one event name. */
export interface EventTypeNames {
  readonly event: string;
  readonly payload: string;
}

/** A file that declares types of components. */
export type TypeFile = "payloadsShared" | "shared" | "payloads" | "routes" | "responses";

/** One value for each file. */
export type ByFile<Value> = Readonly<Record<TypeFile, Value>>;

/** A generated module of types that others import. */
export type TypeModule = TypeFile | "events";

// ---- Types as text

/** From the `$ref` of a component to the name of its type. */
export type RefName = (ref: string) => string;

/**
 * A schema reduced to the keywords that determine a type, for json-schema-to-typescript. A
 * reference is the name of a type. Keywords that the tool would obey, such as `tsType`, are dropped
 * if they come from the YAML.
 */
export type PlainSchema = boolean | { readonly [keyword: string]: unknown };

/** A schema with the name of the type to make of it. */
export interface NamedSchema {
  readonly name: string;
  readonly plainSchema: PlainSchema;
}

/** A type with the names of the types in it, of this module and of others. */
export interface CompiledType extends TypeText {
  readonly names: readonly string[];
}

/** Types by their names. */
export type CompiledTypes = ReadonlyMap<string, CompiledType>;

// ---- Events

/** A name that handlers are registered for: an event, or an event with an action. */
export interface EmitterEntry {
  /** `<event>` or `<event>.<action>`. */
  readonly name: string;
  /** The event name in a delivery. */
  readonly event: string;
  readonly action?: string;
  readonly description?: string | undefined;
  readonly payload?: JsonSchema | undefined;
  readonly source: Source;
}

/** A payload with a schema of its own. Other payloads are unions of these. */
export interface PayloadSchema {
  readonly name: string;
  readonly schema: JsonSchema;
  readonly entry: EmitterEntry;
}

// ---- Calls of routes

/** One key of the object that callers pass for a route. */
export interface CallParameter {
  readonly name: string;
  readonly in: ParameterLocation | "body";
  readonly required: boolean;
  readonly deprecated: boolean;
  readonly description?: string | undefined;
  readonly schema: JsonSchema;
}

/** One of the ways to call a route: a media type, with the fields of the body as keys or in `data`. */
export interface CallForm {
  readonly parameters: readonly CallParameter[];
  /** The parameters that are members of the option `parameters`. */
  readonly named: readonly CallParameter[];
  /** The body; absent for a route without one. */
  readonly content?: Content;
  /** Present if callers pass the body as `data`. */
  readonly data?: Body;
  /** The body may have properties that are not described. */
  readonly open: boolean;
  /** `data` replaces the keys of the form before this one. */
  readonly isWhole: boolean;
  /** The form before this one has keys for the whole schema of the body. */
  readonly isExact: boolean;
  /** The call chooses the media type by its `content-type` header. */
  readonly isChosen: boolean;
}

/** The parameters of one route: one object type for each way to call it. */
export interface ParameterSchema {
  /** The name of the first of {@link forms}. */
  readonly name: string;
  readonly route: Route;
  readonly call: CallForm;
  readonly isCallableBare: boolean;
  /** A method of the route needs no object of parameters. */
  readonly isOptional: boolean;
  /** The path parameters that a method takes as arguments, outside of {@link forms}. */
  readonly positional: readonly PositionalParameter[];
  readonly forms: readonly [FormSchema, ...FormSchema[]];
  /** The parameters as another surface has them; absent for the usual one. */
  readonly surface?: SurfaceForm;
  /** The types that are declared: those of the forms and of the surface. */
  readonly declared: readonly NamedSchema[];
  /** The schemas that the types are made of. */
  readonly used: readonly JsonSchema[];
}

/** A path parameter that is an argument. Its name among all types is a key: no type is declared by it. */
export interface PositionalParameter extends NamedSchema {
  readonly parameter: CallParameter;
  /** It is named like an option of a call. */
  readonly isNamed: boolean;
}

/** One way to call a route, as the schema of one object. */
export interface FormSchema extends NamedSchema {
  readonly call: CallForm;
  /** The names of its parameters outside of the object. */
  readonly apart: ReadonlySet<string>;
  /** The form with the keys that `data` of this one replaces. */
  readonly keys?: FormSchema;
}

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

/** The body of one response. */
export interface ResponseSchema {
  readonly name: string;
  readonly route: Route;
  readonly response: Response;
  readonly schema: JsonSchema;
}

// ---- Methods of the class

/** Methods and further resources under one name. */
export interface Resource {
  /** Dotted; empty for the class itself. */
  readonly path: string;
  /** The last part of the path. */
  readonly name: string;
  /** The module below `methods/`, without extension. */
  readonly file: string;
  /** The interface of its methods. */
  readonly typeName: string;
  readonly methods: readonly Method[];
  /** Only in a class with another surface. */
  readonly models: readonly SurfaceModel[];
  readonly children: readonly Resource[];
}

/** A method that sends requests of one route. */
export interface Method {
  readonly name: string;
  readonly route: Route;
  /** The name is a former one of the method. */
  readonly isFormer: boolean;
  readonly parameter: ParameterSchema;
  /** The names of arguments for path parameters. */
  readonly positional: readonly string[];
  /** It takes no object of parameters. */
  readonly isBare: boolean;
  /** It can be called without the object of parameters. */
  readonly isOptional: boolean;
  /** Options of a request can stand in place of the object. */
  readonly takesOptions: boolean;
  /** The type of the data that it resolves to. */
  readonly result: string;
  /** The type of the items of a list that is divided into pages. */
  readonly item: string | undefined;
  /** Present if the route streams: the type of an item, and the parameters that ask for a stream. */
  readonly stream?: {
    readonly item: string;
    readonly when?: NonNullable<RouteStream["when"]>;
  };
  /** The names of types in a class with another surface. */
  readonly surface?: {
    readonly result: string;
    /** The type of the pages of a list. */
    readonly page?: string;
  };
}

/** A component with a name in the class. */
export interface SurfaceModel {
  /** The resource that it belongs to; empty for the class itself. */
  readonly path: string;
  readonly name: string;
  /** The name that the generated type has. */
  readonly type: string;
  /** The module with that type. */
  readonly module: TypeFile;
}
