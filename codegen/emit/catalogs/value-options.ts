/** The code of the runtime for values that JSON does not have: options of request builders, clients and toolkits. */
import type { ValueFormat } from "../../../src/catalog/values.js";
import type { Vendor } from "../../model/model.js";
import type { EmitContext, ModelValues } from "../context/context.js";
import { code, joinCode, ofModule, ofRuntime } from "../print/module.js";
import type { Code, Imported } from "../print/types.js";
import type { DeliveryPart } from "./delivery-code.js";

const VALUES = ofRuntime("values");

/** The option of `createEndpoint` for values that are sent. */
export function listSentValues({ areSent }: ModelValues): { readonly values?: Imported } {
  return areSent ? { values: VALUES.value("sentValues") } : {};
}

/** The option of a client for values in responses. */
export function printBodyValues({ model, values }: EmitContext): readonly Code[] {
  const { formats } = values.responses;
  if (formats.length === 0) return [];
  const plans = ofModule("./route-values.js").value("routeValues");
  const kinds = printKinds(formats, model.vendor);
  return [code`values: /* @__PURE__ */ ${VALUES.value("createBodyValues")}(${plans}, ${kinds})`];
}

/**
 * The part of a toolkit for values in payloads.
 * @param isLazy Imports the plans with the first delivery, which only an asynchronous toolkit can do.
 */
export function listPayloadValues(
  { model, values }: EmitContext,
  isLazy = true,
): readonly DeliveryPart[] {
  const { formats } = values.payloads;
  if (formats.length === 0) return [];
  const plans = isLazy
    ? code`() => import(${ofModule("./event-values.js").specifier()})`
    : ofModule("./event-values.js").value("eventValues");
  const argument = code`${plans}, ${printKinds(formats, model.vendor)}`;
  const call = { name: "payloadValues", argument };
  return [{ key: "values", value: VALUES.value("createPayloadValues"), call }];
}

/** The list of the code for some formats. */
function printKinds(formats: readonly ValueFormat[], { values = {} }: Vendor): Code {
  const kinds = formats.flatMap((format) => KINDS[values[format] ?? ""] ?? []);
  return code`[${joinCode(kinds, ", ")}]`;
}

/** The code of the runtime by the types of values. */
const KINDS: Readonly<Record<string, Imported>> = {
  Date: VALUES.value("dates"),
  "Temporal.Instant": VALUES.value("instants"),
  "Temporal.PlainDate": VALUES.value("plainDates"),
  bigint: VALUES.value("bigints"),
};
