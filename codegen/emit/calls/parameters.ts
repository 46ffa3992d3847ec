/** The parameters of routes that become types: one object for each way to call a route, and arguments beside it. */
import type { ResolveComponent } from "../../json-schema/references.js";
import type { JsonSchema, Route, SchemaModel, Vendor } from "../../model/model.js";
import { nameOf } from "../../model/names.js";
import { formKey, type TypeNames } from "../names/types.js";
import type { RefName } from "../schema-types/types.js";
import { readsSchema } from "./body-schemas.js";
import { withFiles } from "./file-parts.js";
import { FormSchemas } from "./form-schemas.js";
import { type CallForm, isCallableBare } from "./forms.js";
import { withoutPositional } from "./print-calls.js";
import { readSurfaceForm } from "./surface.js";
import type { FormSchema, ParameterSchema, PositionalParameter, SurfaceForm } from "./types.js";

/** Lists the parameters of all routes, in their order. */
export function listParameterSchemas(
  model: SchemaModel,
  calls: ReadonlyMap<string, readonly CallForm[]>,
  names: TypeNames,
  resolve: ResolveComponent,
  refName: RefName,
): readonly ParameterSchema[] {
  const reader = new ParameterReader(model, names, resolve, refName);
  return model.routes.map((route) => reader.read(route, nameOf(calls, route.key)));
}

/** Makes the schemas of the parameters of routes. */
class ParameterReader {
  readonly #vendor: Vendor;
  readonly #names: TypeNames;
  readonly #resolve: ResolveComponent;
  readonly #schemas: FormSchemas;

  constructor(
    { vendor }: SchemaModel,
    names: TypeNames,
    resolve: ResolveComponent,
    refName: RefName,
  ) {
    this.#vendor = vendor;
    this.#names = names;
    this.#resolve = resolve;
    this.#schemas = new FormSchemas(resolve, refName);
  }

  /** @param described The ways to call the route, in which the files of a form are still texts. */
  read(route: Route, described: readonly CallForm[]): ParameterSchema {
    const calls = described.map((call) => withFiles(call, this.#resolve));
    const positional = this.#listPositional(route, calls);
    const positionalNames = new Set(positional.map(({ parameter }) => parameter.name));
    const forms = this.#listForms(route, calls, positionalNames);
    const [{ name, call }] = forms;
    const surface = this.#readSurface(route, positionalNames);
    return {
      name,
      route,
      call,
      positional,
      forms,
      isCallableBare: needsNoParameters(route, calls),
      isOptional: needsNoParameters(
        route,
        calls.map((each) => withoutPositional(each, positionalNames)),
      ),
      ...(surface && { surface }),
      declared: surface ? [...forms, surface] : forms,
      used: [...calls.flatMap(usedSchemas), ...(surface?.keys ?? []).map(({ schema }) => schema)],
    };
  }

  /** The path parameters that the vendor's methods take as arguments, in the order of the URL. */
  #listPositional(
    { key, parameters: placeholders }: Route,
    [call]: readonly CallForm[],
  ): readonly PositionalParameter[] {
    const mode = this.#vendor.sdk.arguments;
    if (call === undefined || mode === "object") return [];
    const { parameters, nested } = call;
    const names = placeholders
      .filter((placeholder) => placeholder.in === "path")
      .map(({ name }) => name);
    const positionalNames = mode === "last" ? names.slice(-1) : names;
    return positionalNames.flatMap((name) => {
      const parameter = [...parameters, ...nested].find(
        (parameter) => parameter.in === "path" && parameter.name === name,
      );
      if (parameter === undefined) return [];
      const plainSchema = this.#schemas.toProperty(parameter);
      const isNested = nested.includes(parameter);
      return [{ parameter, isNested, name: `${key} {${name}}`, plainSchema }];
    });
  }

  #listForms(
    route: Route,
    calls: readonly CallForm[],
    positionalNames: ReadonlySet<string>,
  ): ParameterSchema["forms"] {
    const nameAt = (index: number): string =>
      nameOf(this.#names.parameters, formKey(route.key, index));
    const forms = pairCalls(calls).flatMap(({ call, index, whole }): readonly FormSchema[] => {
      const plainSchema = this.#schemas.toForm(route, call, positionalNames);
      const form = { name: nameAt(index), call, positionalNames, plainSchema };
      if (whole === undefined) return [form];
      const wholeSchema = this.#schemas.toWholeForm(whole, form);
      return [form, { name: nameAt(index + 1), call: whole, positionalNames, ...wholeSchema }];
    });
    const [first, ...furtherForms] = forms;
    if (first === undefined) throw new Error(`There is no way to call ${route.key}.`);
    return [first, ...furtherForms];
  }

  #readSurface(route: Route, positionalNames: ReadonlySet<string>): SurfaceForm | undefined {
    const name = this.#names.surface.get(route.key);
    if (name === undefined) return undefined;
    return readSurfaceForm(name, route, {
      vendor: this.#vendor,
      positionalNames,
      resolve: this.#resolve,
      toSchema: (key) => this.#schemas.toProperty(key),
    });
  }
}

/** Pairs each way to call with the one that passes the whole body in place of its keys, which comes right after it. */
function pairCalls(calls: readonly CallForm[]): readonly CallPair[] {
  return calls.flatMap((call, index) => {
    if (call.isWhole) return [];
    const next = calls[index + 1];
    return [{ call, index, ...(next?.isWhole === true && { whole: next }) }];
  });
}

/** Tells whether a route can be called in some way without any of the parameters that its ways have. */
function needsNoParameters({ needsBaseUrl }: Route, calls: readonly CallForm[]): boolean {
  return needsBaseUrl !== true && calls.some(isCallableBare);
}

/** The schemas that the types of a way to call are made of. */
function usedSchemas(call: CallForm): readonly JsonSchema[] {
  const { parameters, nested, data, isExact } = call;
  const schemas = [...parameters, ...nested].map(({ schema }) => schema);
  const isRead = data !== undefined && readsSchema(data) && !isExact;
  return isRead ? [...schemas, data.schema] : schemas;
}

// ---- Types

/** A way to call a route with keys or with a body alone, and the one with the whole body in place of its keys. */
interface CallPair {
  readonly call: CallForm;
  /** The place among all ways to call the route, by which the type of its parameters is named. */
  readonly index: number;
  readonly whole?: CallForm;
}
