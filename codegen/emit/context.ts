import { createMemo } from "../memo.js";
import type { Memo } from "../memo.js";
import type { Component, JsonSchema, SchemaModel, Vendor } from "../model.js";
import { collectRefs, createResolver, directRefs } from "./components.js";
import type { ResolveComponent } from "./components.js";
import { convertSchemas } from "./convert-schemas.js";
import type { NamedSchema } from "./convert-schemas.js";
import type { TypeText } from "./type-text.js";
import { listParameterSchemas } from "./parameter-schemas.js";
import type { ParameterSchema } from "./parameter-schemas.js";
import { listPayloadSchemas } from "./payload-schema.js";
import type { PayloadSchema } from "./payload-schema.js";
import { toPlainSchema } from "./plain-schema.js";
import { listResponseSchemas } from "./response-schemas.js";
import type { ResponseSchema } from "./response-schemas.js";
import { nameOf, nameTypes } from "./type-names.js";
import type { TypeNames } from "./type-names.js";

/** The files that types of components can stand in; each may import from those before it. */
export const typeFiles = ["payloadsShared", "shared", "payloads", "routes", "responses"] as const;

export type TypeFile = (typeof typeFiles)[number];

/** Where stands what payloads share with others: in the package of types, when they have one. */
export function sharedHomeOf({ typesPackage }: Vendor): TypeFile {
  return typesPackage === undefined ? "shared" : "payloadsShared";
}

/** What the emitters share: the model, and all that is worked out for more than one file. */
export interface EmitContext {
  readonly model: SchemaModel;
  readonly names: TypeNames;
  readonly resolve: ResolveComponent;
  readonly payloads: readonly PayloadSchema[];
  readonly parameters: readonly ParameterSchema[];
  readonly responses: readonly ResponseSchema[];
  /** Components by the one file that declares their types. */
  readonly components: ByFile<readonly Component[]>;
  /** Names to import into a file, by the file that declares them. */
  readonly imports: ByFile<ByFile<readonly string[]>>;
  /** By type name. */
  readonly types: ReadonlyMap<string, TypeText>;
  readonly memo: Memo;
}

/** Names everything, settles where each shared type stands, and converts all schemas at once. */
export async function createContext(
  model: SchemaModel,
  memo: Memo = createMemo(),
): Promise<EmitContext> {
  const names = nameTypes(model);
  const resolve = createResolver(model);
  const refName = (ref: string): string => nameOf(names.components, ref);
  const payloads = listPayloadSchemas(model, names, resolve);
  const parameters = listParameterSchemas(model, names, resolve, refName);
  const responses = listResponseSchemas(model, names);
  const used: ByFile<readonly JsonSchema[]> = {
    payloadsShared: [],
    shared: [],
    payloads: payloads.map(({ schema }) => schema),
    routes: parameters.flatMap(({ used }) => used),
    responses: responses.map(({ schema }) => schema),
  };
  const all = { ...used, responses: responseBodies(model) };
  const components = homeComponents(model, all, resolve);
  const imports = importsOf(used, components, refName);
  // What only calls are given is sent; all else may be received.
  const { routes: sent, ...received } = components;
  const shared = Object.values(received).flat();
  const types = await convertSchemas(
    [
      ...[...payloads, ...responses].map(({ name, schema }) => plain(name, schema)),
      ...parameters.map(({ name, plainSchema }) => ({ name, schema: plainSchema })),
      ...shared.map(({ ref, schema }) => plain(refName(ref), schema)),
      ...sent.map(({ ref, schema }) => plain(refName(ref), schema, true)),
    ],
    memo,
  );
  return {
    model,
    names,
    resolve,
    payloads,
    parameters,
    responses,
    components,
    imports,
    types,
    memo,
  };

  function plain(name: string, schema: JsonSchema, isSent = false): NamedSchema {
    return { name, schema: toPlainSchema(schema, refName, isSent) };
  }
}

function responseBodies(model: SchemaModel): readonly JsonSchema[] {
  const schemas = model.routes.flatMap(({ responses }) => responses.map(({ schema }) => schema));
  return schemas.filter((schema) => schema !== undefined);
}

/** One value for each file. */
export type ByFile<Value> = Readonly<Record<TypeFile, Value>>;

/**
 * A component stands in the one file that leads to it, and apart when several do: then no file
 * brings along what only another one needs.
 */
function homeComponents(
  model: SchemaModel,
  used: ByFile<readonly JsonSchema[]>,
  resolve: ResolveComponent,
): ByFile<readonly Component[]> {
  const homes = new Map<string, TypeFile>();
  const withPayloads = sharedHomeOf(model.vendor);
  for (const file of typeFiles) {
    for (const ref of collectRefs(used[file], resolve)) {
      const home = homes.get(ref);
      if (home === undefined) homes.set(ref, file);
      else if (home !== withPayloads) homes.set(ref, home === "payloads" ? withPayloads : "shared");
    }
  }
  return byFile((file) => model.components.filter(({ ref }) => homes.get(ref) === file));
}

function importsOf(
  used: ByFile<readonly JsonSchema[]>,
  components: ByFile<readonly Component[]>,
  refName: (ref: string) => string,
): ByFile<ByFile<readonly string[]>> {
  return byFile((file) => {
    const refs = directRefs([...used[file], ...components[file].map(({ schema }) => schema)]);
    return byFile((home) =>
      home === file
        ? []
        : components[home].filter(({ ref }) => refs.has(ref)).map(({ ref }) => refName(ref)),
    );
  });
}

/** Makes one value for each file. */
export function byFile<Value>(create: (file: TypeFile) => Value): ByFile<Value> {
  return {
    payloadsShared: create("payloadsShared"),
    shared: create("shared"),
    payloads: create("payloads"),
    routes: create("routes"),
    responses: create("responses"),
  };
}
