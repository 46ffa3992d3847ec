/** The context that all emitters are given: the model, and the names, files and types of everything in it. */
import { createResolver, type ResolveComponent } from "../../json-schema/references.js";
import { type Memo, NO_MEMO } from "../../model/memo.js";
import {
  type Component,
  type JsonSchema,
  receivedBodies,
  type SchemaModel,
} from "../../model/model.js";
import { nameOf } from "../../model/names.js";
import { readFormsOfRoutes } from "../calls/forms.js";
import { listParameterSchemas } from "../calls/parameters.js";
import { listResponseSchemas, type ResponseSchema } from "../calls/responses.js";
import type { ParameterSchema } from "../calls/types.js";
import { assignComponents, type ByFile, TYPE_FILES, type TypeFile } from "../names/files.js";
import { nameTypes } from "../names/type-names.js";
import type { TypeNames } from "../names/types.js";
import { listPayloadSchemas, type PayloadSchema } from "../payloads/payloads.js";
import { type Origin, PROJECT_ORIGIN } from "../print/file.js";
import {
  type CompiledTypes,
  compileTypes,
  type NamedSchema,
} from "../schema-types/compile-types.js";
import { toPlainSchema } from "../schema-types/plain-schema.js";
import type { RefName } from "../schema-types/types.js";
import { NO_VALUES, type PlannedValues } from "../values/compact-plans.js";
import { planPayloads, planResponses, sendsValues } from "../values/plan-values.js";

/** Names all types, assigns each component to a file, and makes the types of all schemas. */
export async function createContext(
  model: SchemaModel,
  memo: Memo = NO_MEMO,
  origin: Origin = PROJECT_ORIGIN,
): Promise<EmitContext> {
  const resolve = createResolver(model);
  const calls = readFormsOfRoutes(model, resolve);
  const names = nameTypes(model, calls);
  const refName: RefName = (ref) => nameOf(names.components, ref);
  const schemas: ListedSchemas = {
    payloads: listPayloadSchemas(model, names, resolve),
    parameters: listParameterSchemas(model, calls, names, resolve, refName),
    responses: listResponseSchemas(model, names),
  };
  const components = assignComponents(model, listReferring(model, schemas), resolve);
  const types = await compileTypes(listNamedSchemas(schemas, components, refName), memo);
  const { responses, nameOfBody } = joinEqualBodies(schemas.responses, types);
  const declared: ListedSchemas = { ...schemas, responses };
  return {
    model,
    names: { ...names, responses: mapValues(names.responses, nameOfBody) },
    resolve,
    ...declared,
    components,
    declaredIn: listDeclarations(declared, components, refName),
    types,
    values: planValues(model, schemas.payloads, resolve),
    memo,
    origin,
  };
}

// ---- Bodies of equal types

/** Joins bodies of equal types: the first one is declared, and the others have its name. */
function joinEqualBodies(
  responses: readonly ResponseSchema[],
  types: CompiledTypes,
): DeclaredBodies {
  const firstNames = new Map<string, string>();
  const joined = new Map<string, string>();
  for (const { name } of responses) {
    const { kind, text } = nameOf(types, name);
    const first = firstNames.get(text);
    if (first === undefined) firstNames.set(text, name);
    // A short type is easier to read than the name of another route's body.
    else if (kind === "interface" || text.includes("\n")) joined.set(name, first);
  }
  return {
    responses: responses.filter(({ name }) => !joined.has(name)),
    nameOfBody: (name) => joined.get(name) ?? name,
  };
}

function mapValues(
  map: ReadonlyMap<string, string>,
  change: (value: string) => string,
): ReadonlyMap<string, string> {
  return new Map([...map].map(([key, value]) => [key, change(value)]));
}

// ---- Values, files and schemas

/** Finds the values that JSON does not have; none without `values` in `vendor.yaml`. */
function planValues(
  model: SchemaModel,
  payloads: readonly PayloadSchema[],
  resolve: ResolveComponent,
): ModelValues {
  if (model.vendor.values === undefined)
    return { responses: NO_VALUES, payloads: NO_VALUES, areSent: false };
  return {
    responses: planResponses(model, resolve),
    payloads: planPayloads(
      payloads.map(({ entry, schema }) => [entry.name, schema]),
      model.components,
      resolve,
    ),
    areSent: sendsValues(model, resolve),
  };
}

/** The file that declares each type, by its name. */
function listDeclarations(
  { parameters, responses }: ListedSchemas,
  components: ByFile<readonly Component[]>,
  refName: RefName,
): ReadonlyMap<string, TypeFile> {
  const ofRoutes = parameters.flatMap(({ declared }) => declared);
  return new Map([
    ...TYPE_FILES.flatMap((file) =>
      components[file].map(({ ref }) => [refName(ref), file] as const),
    ),
    ...ofRoutes.map(({ name }) => [name, "routes"] as const),
    ...responses.map(({ name }) => [name, "responses"] as const),
  ]);
}

/**
 * The schemas by the file that refers to components in them. Shared files have components alone. A response counts
 * even if its body is a reference, which has no type of its own.
 */
function listReferring(
  model: SchemaModel,
  { payloads, parameters }: ListedSchemas,
): ByFile<readonly JsonSchema[]> {
  return {
    payloadsShared: [],
    shared: [],
    payloads: payloads.map(({ schema }) => schema),
    routes: parameters.flatMap(({ used }) => used),
    responses: responseBodies(model),
  };
}

function responseBodies(model: SchemaModel): readonly JsonSchema[] {
  const schemas = model.routes.flatMap((route) =>
    receivedBodies(route).map(({ schema }) => schema),
  );
  return schemas.filter((schema) => schema !== undefined);
}

/** All schemas with the names of their types. Components that only routes use are sent; others may be received, too. */
function listNamedSchemas(
  { payloads, parameters, responses }: ListedSchemas,
  { routes: sent, ...received }: ByFile<readonly Component[]>,
  refName: RefName,
): readonly NamedSchema[] {
  const plain = (name: string, schema: JsonSchema, isSent = false): NamedSchema => ({
    name,
    plainSchema: toPlainSchema(schema, refName, isSent),
  });
  const components = (list: readonly Component[], isSent: boolean): readonly NamedSchema[] =>
    list.map(({ ref, schema }) => plain(refName(ref), schema, isSent));
  return [
    ...[...payloads, ...responses].map(({ name, schema }) => plain(name, schema)),
    ...parameters.flatMap(({ declared, positional }) => [...declared, ...positional]),
    ...components(Object.values(received).flat(), false),
    ...components(sent, true),
  ];
}

// ---- Types

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

/** The bodies of responses that are declared, and the name of the type of each body. */
interface DeclaredBodies {
  readonly responses: readonly ResponseSchema[];
  /** The name of the type that stands for a body, by the name of the body. */
  readonly nameOfBody: (name: string) => string;
}

/** The places of values that JSON does not have. */
export interface ModelValues {
  readonly responses: PlannedValues;
  readonly payloads: PlannedValues;
  /** Set if requests hold such values, too. */
  readonly areSent: boolean;
}
