/** Parameters of a route that streams if it is asked to: those that ask for it, and others. */
import type { RouteStream } from "../../model/model.js";
import { toTypeKey } from "../../model/names.js";
import { printUnion } from "../print/print.js";
import { inOrderOfErrors, type FormSchema, type ParameterSchema } from "./route-schemas.js";

type Asked = NonNullable<RouteStream["when"]>;

/** The types of parameters that ask for a stream, and of those that are known not to. */
export interface Choices {
  readonly asking: string;
  readonly others?: string;
}

/**
 * Prints both types of the parameters of a method.
 * @param from Stands before the names of types of another surface.
 */
export function printChoices({ surface, forms }: ParameterSchema, when: Asked, from = ""): Choices {
  if (surface === undefined) {
    const all = inOrderOfErrors(forms).map((form) => chooseForm(form, when));
    const others = all.flatMap((each) => each.others ?? []);
    return {
      asking: printUnion(all.map(({ asking }) => asking)),
      ...(others.length > 0 && { others: printUnion(others) }),
    };
  }
  const { keys, shape } = surface;
  const body = keys.find((key) => key.name === shape?.body);
  const nameOfKey = new Map(keys.map((key) => [key.sent, key.name]));
  const asked = Object.entries(when).map(
    ([key, value]) => [body ? key : (nameOfKey.get(key) ?? key), value] as const,
  );
  return choose({
    name: from + surface.name,
    asked,
    ...(body ? { inside: body } : { source: { name: from + surface.name, keys } }),
  });
}

function chooseForm({ name, call, keys }: FormSchema, when: Asked): Choices {
  const { data, parameters } = call;
  const asked = Object.entries(when);
  if (data === undefined) return choose({ name, asked, source: { name, keys: parameters } });
  const inside = { name: "data", required: data.required };
  const source = keys && { name: keys.name, keys: keys.call.parameters };
  return choose({ name, asked, inside, ...(source && { source }) });
}

interface Choice {
  /** The type of all parameters. */
  readonly name: string;
  readonly asked: readonly (readonly [key: string, value: unknown])[];
  /** The key of the body that holds what asks for the stream. */
  readonly inside?: { readonly name: string; readonly required: boolean };
  /** The type that has the keys that ask. */
  readonly source?: { readonly name: string; readonly keys: readonly { readonly name: string }[] };
}

function choose({ name, asked, inside, source }: Choice): Choices {
  const print = (members: readonly (readonly [string, string])[], mark: string): string => {
    const fields = members.map(([key, type]) => `readonly ${toTypeKey(key)}${mark}: ${type}`);
    const object = `{ ${fields.join("; ")} }`;
    if (inside === undefined) return `(${name} & ${object})`;
    const end = inside.required || mark === "" ? "" : "?";
    return `(${name} & { readonly ${toTypeKey(inside.name)}${end}: ${object} })`;
  };
  const others = asked.flatMap(([key, value]): readonly (readonly [string, string])[] => {
    if (value === true) return [[key, "false | null | undefined"]];
    if (!source?.keys.some((each) => each.name === key)) return [];
    return [[key, `Exclude<${source.name}[${JSON.stringify(key)}], ${JSON.stringify(value)}>`]];
  });
  return {
    asking: print(
      asked.map(([key, value]) => [key, JSON.stringify(value)]),
      "",
    ),
    ...(others.length === asked.length && { others: print(others, "?") }),
  };
}
