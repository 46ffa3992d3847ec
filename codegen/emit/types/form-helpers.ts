/** The generic types over objects of parameters that `routes.ts` declares: for bodies, and for media types. */
import { nameOf } from "../../model/names.js";
import type { FormBase, ParameterSchema } from "../calls/types.js";
import { code, exported, local } from "../print/module.js";
import type { Code } from "../print/types.js";
import type { CompiledTypes } from "../schema-types/compile-types.js";

/** Declares the types that the parameters use, because `noUnusedLocals` rejects the others. */
export function declareFormHelpers(
  parameters: readonly ParameterSchema[],
  types: CompiledTypes,
): readonly Code[] {
  const forms = parameters.flatMap((parameter) => parameter.forms);
  const bases = forms.flatMap(({ base }) => base ?? []);
  const usedNames = new Set([
    ...forms.flatMap(({ name }) => nameOf(types, name).names),
    ...bases.flatMap((base) => [base, ...(USED_BY_BASE[base] ?? [])]),
  ]);
  return HELPERS.flatMap(([names, declaration]) =>
    names.some((name) => usedNames.has(name)) ? [declaration] : [],
  );
}

/** The helpers that a base of a form is made of. */
const USED_BY_BASE: Readonly<Partial<Record<FormBase, readonly string[]>>> = {
  WithBody: ["RawBody", "WithoutFields"],
  WithOptionalBody: ["RawBody", "WithoutFields"],
};

/** Declarations, each with the names of which one must be used. */
const HELPERS: readonly (readonly [names: readonly string[], declaration: Code])[] = [
  [
    ["RawBody"],
    code`/** A body that is sent as it is. */
${exported("type", "RawBody")} = Uint8Array | ArrayBuffer | Blob | ReadableStream;`,
  ],
  [
    ["BodyFields", "WithoutFields"],
    code`/** The fields of a body, which are passed beside the other parameters of a call. */
${exported("type", "BodyFields")}<Parameters, Others extends keyof Parameters = never> = Omit<
  Parameters,
  Others | keyof BodyRequestParameters
>;

/** The other parameters of a call, whose body is passed as a whole. */
${exported("type", "WithoutFields")}<Parameters, Others extends keyof Parameters = never> = Pick<
  Parameters,
  Others | (keyof RequestParameters & keyof Parameters)
> & {
  // The names of an open body are any text.
  readonly [Field in keyof BodyFields<Parameters, Others> as string extends Field
    ? never
    : Field]?: undefined;
};`,
  ],
  [
    ["WithBody"],
    code`/** The other parameters of a call, and its body as a whole. */
${exported("type", "WithBody")}<Parameters, Others extends keyof Parameters = never> = WithoutFields<
  Parameters,
  Others
> & {
  /** The whole body, in place of its fields: \`application/json\`. */
  data: BodyFields<Parameters, Others> | RawBody;
};`,
  ],
  [
    ["WithOptionalBody"],
    code`/** The other parameters of a call, and its body as a whole, which may be absent. */
${exported("type", "WithOptionalBody")}<Parameters, Others extends keyof Parameters = never> = WithoutFields<
  Parameters,
  Others
> & {
  /** The whole body, in place of its fields: \`application/json\`. */
  data?: BodyFields<Parameters, Others> | RawBody | undefined;
};`,
  ],
  [
    ["BodyOf"],
    code`${local("declare const", "contentType")}: unique symbol;

/** No value has this type. It is part of the type of a body, so that errors name the media type. */
${exported("interface", "BodyOf")}<ContentType extends string> {
  readonly [contentType]: readonly [ContentType, never];
}`,
  ],
  [
    ["ContentTypeHeaders", "DefaultTypeHeaders"],
    code`/** Headers that choose one of a route's media types. */
${exported("interface", "ContentTypeHeaders")}<ContentType extends string> {
  readonly "content-type": ContentType | \`\${ContentType};\${string}\`;
  readonly [name: string]: string | number | undefined;
}

/** Headers that leave a route its default media type. */
${exported("type", "DefaultTypeHeaders")}<ContentType extends string> =
  // With the key in each member, an error names the media types of all forms of a call.
  | ((Headers | Iterable<readonly [string, string]>) & { readonly "content-type"?: undefined })
  | {
      readonly "content-type"?: ContentType | \`\${ContentType};\${string}\` | undefined;
      readonly [name: string]: string | number | undefined;
    };`,
  ],
];
