/** The parameters of methods with the surface of an SDK that Stainless made. */
import type { MethodShape } from "../../../src/catalog/sdk.js";
import { readObjectProperties } from "../../json-schema/objects.js";
import type { ResolveComponent } from "../../json-schema/references.js";
import type { Body, Parameter, Route, Vendor } from "../../model/model.js";
import { hasKeys, OPTION_NAMES, withFiles } from "./call-parameters.js";
import type { CallParameter, PlainSchema, SurfaceForm, SurfaceKey } from "./types.js";

/**
 * Joins all parameters and the fields of the body in one object, whatever their names are. A field that
 * is named like a parameter gets the prefix `body_`. The body is one key if it is not an object, or if
 * the YAML names its key.
 * @param positional Names of path parameters that are arguments of their own.
 * @param toSchema The type of a key.
 */
export function readSurfaceForm(
  name: string,
  route: Route,
  vendor: Vendor,
  positional: ReadonlySet<string>,
  resolve: ResolveComponent,
  toSchema: (key: CallParameter) => PlainSchema,
): SurfaceForm {
  const others = route.parameters.filter((each) => each.in !== "cookie").map(fromParameter);
  const ofClass = listHeadersOfClass(vendor);
  const own = others.filter((each) =>
    each.in === "path"
      ? !positional.has(each.name)
      : each.in !== "header" || !ofClass.includes(each.name.toLowerCase()),
  );
  const names = new Set(others.map((each) => each.name));
  const { keys, bodyKey, open } = readBodyKeys(route, names, resolve);
  const all = [...own, ...keys];
  const required = all.filter((each) => each.required).map((each) => each.name);
  const properties = all.map((each) => [each.name, acceptUploads(toSchema(each))]);
  const plainSchema = {
    type: "object",
    properties: Object.fromEntries(properties) as Readonly<Record<string, PlainSchema>>,
    required,
    additionalProperties: open ? {} : false,
  };
  const shape = toShape(route, all, names, bodyKey);
  return {
    ...{ name, keys: all, plainSchema, isOptional: required.length === 0 },
    ...(shape && { shape }),
  };
}

/** Headers that hold options of the class. */
function listHeadersOfClass({ sending, sdk: { sent = [] } }: Vendor): readonly string[] {
  const keys = [...sending.auth, ...sent].map((each) => (each.in === "header" ? each.key : ""));
  return keys.map((key) => key.toLowerCase());
}

function fromParameter({ multiSegment: _multi, ...parameter }: Parameter): SurfaceKey {
  const { name, required, deprecated, description, schema } = parameter;
  return { name, in: parameter.in, required, deprecated, description, schema, sent: name };
}

interface BodyKeys {
  readonly keys: readonly SurfaceKey[];
  /** The key that is the whole body. */
  readonly bodyKey?: string;
  readonly open: boolean;
}

function readBodyKeys(
  { body, bodyParameter }: Route,
  taken: ReadonlySet<string>,
  resolve: ResolveComponent,
): BodyKeys {
  if (body === undefined) return { keys: [], open: false };
  const isFlat = bodyParameter === undefined && hasKeys(body);
  const object = isFlat ? readObjectProperties(body.schema, resolve) : undefined;
  if (object === undefined) {
    const bodyKey = bodyParameter ?? "body";
    return { keys: [toWholeKey(bodyKey, body)], bodyKey, open: false };
  }
  const fields = Object.entries(object.properties).map(([sent, schema]): SurfaceKey => {
    const isRequired = object.required.includes(sent);
    const name = taken.has(sent) ? `body_${sent}` : sent;
    return { name, sent, in: "body", required: isRequired, deprecated: false, schema };
  });
  const form = { ...NO_FORM, parameters: fields, content: body };
  const keys = withFiles(form, resolve).parameters.map((each, index) => ({
    ...each,
    sent: fields[index]?.sent ?? each.name,
  }));
  return { keys, open: object.open };
}

const NO_FORM = { named: [], open: false, isWhole: false, isExact: false, isChosen: false };

function toWholeKey(name: string, { schema, required, contentTypes }: Body): SurfaceKey {
  const types = contentTypes.map((type) => `\`${type}\``).join(", ");
  const description = `The body${types === "" ? "" : `: ${types}`}.`;
  return { name, sent: name, in: "body", required, deprecated: false, description, schema };
}

function toShape(
  { parameters }: Route,
  keys: readonly SurfaceKey[],
  others: ReadonlySet<string>,
  body: string | undefined,
): MethodShape | undefined {
  const renamed = keys.filter(({ name, sent }) => name !== sent);
  const isOption = ({ name }: { readonly name: string }): boolean => OPTION_NAMES.has(name);
  if (body === undefined && renamed.length === 0 && !keys.some(isOption)) return undefined;
  const hasNamed = parameters.some(isOption);
  const named = parameters.filter(
    (each) => isOption(each) || (hasNamed && each.name === "parameters"),
  );
  return {
    others: [...others],
    ...(body !== undefined && { body }),
    ...(renamed.length > 0 && {
      renamed: Object.fromEntries(renamed.map(({ name, sent }) => [name, sent])),
    }),
    ...(named.length > 0 && { named: named.map(({ name }) => name) }),
  };
}

/** Replaces the type of files: a method also takes a response or a stream of Node. */
function acceptUploads(schema: PlainSchema): PlainSchema {
  const text = JSON.stringify(schema);
  if (!text.includes('"Blob"')) return schema;
  return JSON.parse(text.replaceAll('"tsType":"Blob"', '"tsType":"Uploadable"')) as PlainSchema; // as it was
}
