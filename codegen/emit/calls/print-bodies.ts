/** The types of the bodies that the ways to call a route send. */
import { isDateTime } from "../../json-schema/keywords.js";
import { dereference, type ResolveComponent } from "../../json-schema/references.js";
import { isJson, kindOf } from "../../model/http.js";
import { code, joinUnion } from "../print/module.js";
import { printUnion } from "../print/print.js";
import type { Code, Printable } from "../print/types.js";
import type { CallForm } from "./forms.js";
import type { ReferToParameters } from "./print-calls.js";
import type { FormSchema, ParameterSchema } from "./types.js";

/**
 * The bodies of all ways to call a route, picked from the types of parameters, so that each type is
 * declared once; `undefined` if no way has a body.
 * @param asSent Changes the type of a body into one without the `Date`s that its parameters allow.
 */
export function printBodies(
  { forms }: ParameterSchema,
  resolve: ResolveComponent,
  refer: ReferToParameters,
  asSent: (body: Code) => Code,
): PrintedBody | undefined {
  const bodies = withoutRepetitions(forms).map(({ name, call }) =>
    printBody(refer(name), call, resolve, asSent),
  );
  if (bodies.every(({ isAbsent }) => isAbsent)) return undefined;
  return {
    type: joinUnion(bodies.map(({ type }) => type)),
    hasTimes: bodies.some(({ hasTimes }) => hasTimes),
    isAbsent: false,
  };
}

/**
 * The bodies that are JSON; `unknown` if none is.
 * @param asJson Changes the type of a body into that of its JSON.
 */
export function printJsonBodies(
  { forms }: ParameterSchema,
  resolve: ResolveComponent,
  refer: ReferToParameters,
  asJson: (body: Code) => Code,
): Code {
  const json = withoutRepetitions(forms).filter(
    ({ call: { content } }) => content && isJson(content),
  );
  const types = json.map((form) =>
    form.call.data === undefined
      ? printBody(refer(form.name), form.call, resolve, asJson).type
      : asJson(code`${refer(form.name)}["data"]`),
  );
  return types.length === 0 ? code`unknown` : joinUnion(types);
}

/** Leaves out forms whose `data` has exactly the keys of another form. */
function withoutRepetitions(forms: readonly FormSchema[]): readonly FormSchema[] {
  return forms.filter(({ call }) => !(call.isWhole && call.isExact));
}

/** @param form The type of all parameters. */
function printBody(
  form: Code,
  { parameters, data, content }: CallForm,
  resolve: ResolveComponent,
  asSent: (body: Code) => Code,
): PrintedBody {
  const kind = content && kindOf(content.contentTypes[0] ?? "application/json");
  const whole = (type: Printable, isAbsent = false): PrintedBody => ({
    type: code`${type}`,
    hasTimes: false,
    isAbsent,
  });
  if (kind === "form") return whole("string | URLSearchParams");
  if (kind === "multipart") return whole("FormData");
  if (data !== undefined) return whole(code`${form}["data"]`);
  const keys = parameters.filter((parameter) => parameter.in === "body");
  if (keys.length === 0) return whole("undefined", true);
  const picked = code`Pick<${form}, ${printUnion(keys.map((key) => JSON.stringify(key.name)))}>`;
  const hasTimes = keys.some(({ schema }) => isDateTime(dereference(schema, resolve)));
  return { type: hasTimes ? asSent(picked) : picked, hasTimes, isAbsent: false };
}

/** The type of the body of one or several calls. */
interface PrintedBody {
  readonly type: Code;
  /** The type was changed by `asSent`. */
  readonly hasTimes: boolean;
  /** The call has no body. */
  readonly isAbsent: boolean;
}
