import { createResolver, type ResolveComponent } from "../../json-schema/references.js";
import { createMemo, type Memo } from "../../model/memo.js";
import {
  type Component,
  type JsonSchema,
  receivedBodies,
  type SchemaModel,
} from "../../model/model.js";
import { type Origin, PROJECT_ORIGIN } from "../../model/origin.js";
import {
  assignComponents,
  type ByFile,
  specifierOf,
  TYPE_FILES,
  type TypeFile,
  type TypeModule,
} from "./layout.js";
import { listPayloadSchemas, type PayloadSchema } from "./payload-schemas.js";
import { joinLines, printTypeImport } from "../print/print.js";
import { nameOf, nameTypes, type TypeNames } from "./type-names.js";
import { type CompiledType, compileTypes, type NamedSchema } from "./compile-types.js";
import { type RefName, toPlainSchema } from "./plain-schema.js";
import {
  NO_VALUES,
  planPayloads,
  type PlannedValues,
  planResponses,
  sendsValues,
} from "./value-plans.js";
import {
  listParameterSchemas,
  listResponseSchemas,
  type ParameterSchema,
  type ResponseSchema,
} from "./route-schemas.js";

/** The model and the data that several emitters need. */
export interface EmitContext extends ListedSchemas {
  readonly model: SchemaModel;
  readonly names: TypeNames;
  readonly resolve: ResolveComponent;
  /** Components by the file that declares their types. */
  readonly components: ByFile<readonly Component[]>;
  /** By type name: the file that declares a type, if others import it. */
  readonly declaredIn: ReadonlyMap<string, TypeFile>;
  /** By type name. */
  readonly types: ReadonlyMap<string, CompiledType>;
  readonly values: ModelValues;
  readonly memo: Memo;
  readonly origin: Origin;
}

/** The places of values that JSON does not have. */
export interface ModelValues {
  readonly responses: PlannedValues;
  readonly payloads: PlannedValues;
  /** Set if requests hold such values, too. */
  readonly areSent: boolean;
}

/** The schemas that become types of their own, beside components. */
interface ListedSchemas {
  readonly payloads: readonly PayloadSchema[];
  readonly parameters: readonly ParameterSchema[];
  readonly responses: readonly ResponseSchema[];
}

/** Names all types, assigns each component to a file, and converts all schemas at once. */
export async function createContext(
  model: SchemaModel,
  memo: Memo = createMemo(),
  origin: Origin = PROJECT_ORIGIN,
): Promise<EmitContext> {
  const names = nameTypes(model);
  const resolve = createResolver(model);
  const refName: RefName = (ref) => nameOf(names.components, ref);
  const listed: ListedSchemas = {
    payloads: listPayloadSchemas(model, names, resolve),
    parameters: listParameterSchemas(model, names, resolve, refName),
    responses: listResponseSchemas(model, names),
  };
  const used = usedSchemas(listed);
  const reached = { ...used, responses: responseBodies(model) };
  const components = assignComponents(model, reached, resolve);
  const declaredIn = listDeclarations(listed, components, refName);
  const types = await compileTypes(listNamedSchemas(listed, components, refName), memo);
  const values = planValues(model, listed.payloads, resolve);
  return { model, names, resolve, ...listed, components, declaredIn, types, values, memo, origin };
}

function planValues(
  model: SchemaModel,
  payloads: readonly PayloadSchema[],
  resolve: ResolveComponent,
): ModelValues {
  if (model.vendor.values === undefined)
    return { responses: NO_VALUES, payloads: NO_VALUES, areSent: false };
  return {
    responses: planResponses(model, resolve),
    payloads: planPayloads(payloads, model.components, resolve),
    areSent: sendsValues(model, resolve),
  };
}

function listDeclarations(
  { parameters, responses }: ListedSchemas,
  components: ByFile<readonly Component[]>,
  refName: RefName,
): ReadonlyMap<string, TypeFile> {
  const forms = parameters.flatMap((parameter) => parameter.forms);
  return new Map([
    ...TYPE_FILES.flatMap((file) =>
      components[file].map(({ ref }) => [refName(ref), file] as const),
    ),
    ...forms.map(({ name }) => [name, "routes"] as const),
    ...parameters.flatMap(({ surface }) => (surface ? [[surface.name, "routes"] as const] : [])),
    ...responses.map(({ name }) => [name, "responses"] as const),
  ]);
}

/** The imports of the types that a module names and another one declares. */
export function printTypeImports(
  names: Iterable<string>,
  { model, declaredIn }: EmitContext,
  from?: TypeModule,
): string {
  const unique = [...new Set(names)];
  const lines = TYPE_FILES.filter((file) => file !== from).map((file) =>
    printTypeImport(
      unique.filter((name) => declaredIn.get(name) === file),
      specifierOf(file, model.vendor, from),
    ),
  );
  return joinLines(lines);
}

function usedSchemas({
  payloads,
  parameters,
  responses,
}: ListedSchemas): ByFile<readonly JsonSchema[]> {
  return {
    payloadsShared: [],
    shared: [],
    payloads: payloads.map(({ schema }) => schema),
    routes: parameters.flatMap(({ used }) => used),
    responses: responses.map(({ schema }) => schema),
  };
}

/** Includes bodies that are references, which have no type of their own. */
function responseBodies(model: SchemaModel): readonly JsonSchema[] {
  const schemas = model.routes.flatMap((route) =>
    receivedBodies(route).map(({ schema }) => schema),
  );
  return schemas.filter((schema) => schema !== undefined);
}

/** Components that only routes use are sent; others may also be received. */
function listNamedSchemas(
  { payloads, parameters, responses }: ListedSchemas,
  { routes: sent, ...received }: ByFile<readonly Component[]>,
  refName: RefName,
): readonly NamedSchema[] {
  const plain = (name: string, schema: JsonSchema, isSent = false): NamedSchema => ({
    name,
    schema: toPlainSchema(schema, refName, isSent),
  });
  return [
    ...[...payloads, ...responses].map(({ name, schema }) => plain(name, schema)),
    ...parameters
      .flatMap(({ forms }) => forms)
      .map(({ name, plainSchema }) => ({ name, schema: plainSchema })),
    ...parameters.flatMap(({ surface }) =>
      surface ? [{ name: surface.name, schema: surface.plainSchema }] : [],
    ),
    ...parameters
      .flatMap(({ positional }) => positional)
      .map(({ typeKey, plainSchema }) => ({ name: typeKey, schema: plainSchema })),
    ...Object.values(received)
      .flat()
      .map(({ ref, schema }) => plain(refName(ref), schema)),
    ...sent.map(({ ref, schema }) => plain(refName(ref), schema, true)),
  ];
}
