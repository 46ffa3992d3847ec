/** The parameters of methods with the surface of an SDK that Stainless made. */
import type { MethodShape } from "../../../src/catalog/sdk.js";
import { readObjectProperties } from "../../json-schema/objects.js";
import type { ResolveComponent } from "../../json-schema/references.js";
import type { Body, Parameter, Route, Vendor } from "../../model/model.js";
import { toObjectSchema } from "../schema-types/build-schema.js";
import type { PlainSchema } from "../schema-types/types.js";
import { withFileKeys } from "./file-parts.js";
import { listNested, OPTION_NAMES } from "./call-options.js";
import { type CallParameter, fromParameter, hasKeys } from "./forms.js";
import type { SurfaceForm, SurfaceKey } from "./types.js";

/**
 * Joins all parameters and the fields of the body in one object, also those named like an option. A field
 * that is named like a parameter gets the prefix `body_`. The body is one key if it is not an object, or if
 * the YAML names its key.
 */
export function readSurfaceForm(
  name: string,
  route: Route,
  { vendor, positionalNames, resolve, toSchema }: SurfaceSettings,
): SurfaceForm {
  const parameters = route.parameters.filter((parameter) => parameter.in !== "cookie");
  const parameterNames = new Set(parameters.map((parameter) => parameter.name));
  const body = readSurfaceBody(route, parameterNames, resolve);
  const keys = [...listParameterKeys(parameters, vendor, positionalNames), ...body.keys];
  const members = keys.map((key) => ({
    name: key.name,
    schema: acceptUploads(toSchema(key)),
    isRequired: key.required,
  }));
  const shape = needsShape(keys, body) ? toShape(route, keys, parameterNames, body) : undefined;
  return {
    name,
    keys,
    plainSchema: toObjectSchema(members, body.allowsAdditional ? {} : false),
    isOptional: !keys.some((key) => key.required),
    isOpen: body.allowsAdditional,
    ...(shape && { shape }),
  };
}

// ---- Keys

/** Leaves out path parameters that are arguments, and headers that the class sends with every request. */
function listParameterKeys(
  parameters: readonly Parameter[],
  vendor: Vendor,
  positional: ReadonlySet<string>,
): readonly SurfaceKey[] {
  const classHeaders = listHeadersOfClass(vendor);
  return parameters
    .filter((parameter) => {
      if (parameter.in === "path") return !positional.has(parameter.name);
      return parameter.in !== "header" || !classHeaders.includes(parameter.name.toLowerCase());
    })
    .map((parameter) => ({ ...fromParameter(parameter), sent: parameter.name }));
}

/** Headers that hold options of the class. */
function listHeadersOfClass({ sending, sdk: { sent = [] } }: Vendor): readonly string[] {
  const keys = [...sending.auth, ...sent].map((credential) =>
    credential.in === "header" ? credential.key : "",
  );
  return keys.map((key) => key.toLowerCase());
}

/** @param taken The names of the parameters. */
function readSurfaceBody(
  { body, bodyParameter }: Route,
  taken: ReadonlySet<string>,
  resolve: ResolveComponent,
): SurfaceBody {
  if (body === undefined) return { keys: [], allowsAdditional: false };
  const isFlat = bodyParameter === undefined && hasKeys(body);
  const object = isFlat ? readObjectProperties(body.schema, resolve) : undefined;
  if (object === undefined) {
    const bodyKey = bodyParameter ?? "body";
    return { keys: [toWholeKey(bodyKey, body)], bodyKey, allowsAdditional: false };
  }
  const fields = Object.entries(object.properties).map(([sent, schema]): SurfaceKey => {
    const isRequired = object.required.includes(sent);
    const name = taken.has(sent) ? `body_${sent}` : sent;
    return { name, sent, in: "body", required: isRequired, deprecated: false, schema };
  });
  return { keys: withFileKeys(fields, body, resolve), allowsAdditional: object.allowsAdditional };
}

/** The key that is the whole body. */
function toWholeKey(name: string, { schema, required, contentTypes }: Body): SurfaceKey {
  const types = contentTypes.map((type) => `\`${type}\``).join(", ");
  const description = `The body${types === "" ? "" : `: ${types}`}.`;
  return { name, sent: name, in: "body", required, deprecated: false, description, schema };
}

// ---- The shape of the object

/** Tells whether the client has to know which keys are not sent as they are. */
function needsShape(keys: readonly SurfaceKey[], { bodyKey }: SurfaceBody): boolean {
  return (
    bodyKey !== undefined ||
    keys.some(({ name, sent }) => name !== sent) ||
    keys.some(({ name }) => OPTION_NAMES.has(name))
  );
}

function toShape(
  route: Route,
  keys: readonly SurfaceKey[],
  parameterNames: ReadonlySet<string>,
  { bodyKey }: SurfaceBody,
): MethodShape {
  const renamed = keys.filter(({ name, sent }) => name !== sent);
  const nested = listNested(route);
  return {
    // The keys that are sent outside of the body.
    others: [...parameterNames],
    // The key that is the whole body.
    ...(bodyKey !== undefined && { body: bodyKey }),
    // From keys to the names that are sent: `{ body_id: "id" }`.
    ...(renamed.length > 0 && {
      renamed: Object.fromEntries(renamed.map(({ name, sent }) => [name, sent])),
    }),
    // Parameters that the client takes in `parameters`, because they are named like an option.
    ...(nested.length > 0 && { named: nested.map(({ name }) => name) }),
  };
}

// ---- Files

/**
 * Replaces the type of files, `Blob` by `Uploadable`: a method also takes a response or a stream of Node. No type of a
 * service is called `Blob`.
 */
function acceptUploads(schema: PlainSchema): PlainSchema {
  return replaceFiles(schema) as PlainSchema; // a schema as before, with other names of types
}

/** Replaces the type of files at any depth. */
function replaceFiles(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(replaceFiles);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, child]) => [
      key,
      key === "tsType" && child === "Blob" ? "Uploadable" : replaceFiles(child),
    ]),
  );
}

// ---- Types

/** Beside a route, what its form depends on. */
export interface SurfaceSettings {
  readonly vendor: Vendor;
  /** Names of path parameters that are arguments of their own. */
  readonly positionalNames: ReadonlySet<string>;
  readonly resolve: ResolveComponent;
  /** The type of a key. */
  readonly toSchema: (key: CallParameter) => PlainSchema;
}

/** The keys that the body of a route becomes. */
interface SurfaceBody {
  readonly keys: readonly SurfaceKey[];
  /** The key that is the whole body. */
  readonly bodyKey?: string;
  readonly allowsAdditional: boolean;
}
