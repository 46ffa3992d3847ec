/** The tables of the parameters of a route, and of its bodies. */
import { descriptionOf } from "../../json-schema/keywords.js";
import { isForm } from "../../model/http.js";
import type { Content, Parameter, Route } from "../../model/model.js";
import type { CallForm, CallParameter } from "../calls/forms.js";
import type { ParameterSchema } from "../calls/types.js";
import type { EmitContext } from "../context/context.js";
import { describeType } from "./describe.js";

/**
 * Describes the parameters and the bodies of a route. The fields of a single body are rows beside the other parameters.
 * Each of several bodies has a table of its own.
 */
export function describeTables(
  forms: ParameterSchema["forms"],
  route: Route,
  context: EmitContext,
): RouteTables {
  const [{ call: firstCall }] = forms;
  const parameters = describeParameters(firstCall, route, context);
  const bodies = forms.filter(({ call }) => !call.isWhole);
  if (bodies.length > 1)
    return {
      parameters: parameters.filter((row) => !isOfBody(row)),
      bodies: bodies.map(({ call }) =>
        describeBody(call, describeParameters(call, route, context).filter(isOfBody)),
      ),
    };
  // Only a form needs a section for its body: JSON needs none, and other bodies are `data`, which has a row.
  const isSection = firstCall.content !== undefined && hasForm(firstCall.content);
  return { parameters, bodies: isSection ? bodies.map(({ call }) => describeBody(call, [])) : [] };
}

function hasForm({ contentTypes }: Content): boolean {
  return contentTypes.some(isForm);
}

function isOfBody(row: ParameterRow): boolean {
  return row.in === "body";
}

// ---- Parameters

/** The rows of all parameters of a call, with one for a body that is passed as a whole. */
function describeParameters(
  call: CallForm,
  route: Route,
  context: EmitContext,
): readonly ParameterRow[] {
  const { parameters, nested, data } = call;
  const rows = [
    ...parameters.map((parameter) => describeParameter(parameter, parameter.name, route, context)),
    ...nested.map((parameter) =>
      describeParameter(parameter, `parameters.${parameter.name}`, route, context),
    ),
  ];
  if (data === undefined) return rows;
  const description = `The whole body (${data.contentTypes.join(", ")})`;
  return [
    ...rows,
    {
      name: "data",
      type: describeType(data.schema, context),
      in: "body",
      required: data.required ? "yes" : "no",
      isRequired: data.required,
      description,
    },
  ];
}

function describeParameter(
  parameter: CallParameter,
  name: string,
  route: Route,
  context: EmitContext,
): ParameterRow {
  const declared = route.parameters.find((each) => each.name === parameter.name);
  // A field of the body may have the name of a parameter.
  const style = declared?.in === parameter.in ? describeStyle(declared) : "";
  return {
    name,
    type: describeType(parameter.schema, context),
    in: style === "" ? parameter.in : `${parameter.in} (${style})`,
    required: parameter.required ? "yes" : "no",
    isRequired: parameter.required,
    description: parameter.description ?? descriptionOf(parameter.schema) ?? "",
  };
}

function describeStyle({ style, explode, reserved }: Parameter): string {
  const words = [style, explode === true ? "explode" : "", reserved === true ? "reserved" : ""];
  return words.filter((word) => word !== undefined && word !== "").join(", ");
}

// ---- Bodies

/** Describes a body by its media types, the default one first. */
function describeBody({ isChosen, content }: CallForm, rows: readonly ParameterRow[]): BodyTable {
  return {
    title: isChosen ? "Body, chosen by its content type:" : "Body:",
    contentTypes: content?.contentTypes.join(", ") ?? "",
    note: describeEncoding(content),
    rows,
  };
}

/** The notation of lists and single fields in a form, as the end of a sentence. */
function describeEncoding(content: Content | undefined): string {
  const lists = content?.lists === undefined ? "" : `, lists: ${content.lists}`;
  const encodings = Object.entries(content?.encoding ?? {}).map(
    ([name, { style, contentType }]) =>
      `, ${name}: ${[style, contentType].filter((word) => word !== undefined).join(" ")}`,
  );
  return `${lists}${encodings.join("")}.`;
}

// ---- Types

interface RouteTables {
  readonly parameters: readonly ParameterRow[];
  /** The bodies that have a section of their own. */
  readonly bodies: readonly BodyTable[];
}

interface BodyTable {
  readonly title: string;
  readonly contentTypes: string;
  /** Ends the sentence that the title begins. */
  readonly note: string;
  readonly rows: readonly ParameterRow[];
}

/** A parameter as a row of a table. */
interface ParameterRow {
  readonly name: string;
  readonly type: string;
  readonly in: string;
  readonly required: string;
  readonly isRequired: boolean;
  readonly description: string;
}
