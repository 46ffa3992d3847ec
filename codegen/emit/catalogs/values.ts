/** Values that JSON does not have: plans for the runtime, and the code that carries them out (contract J.3). */
import type { ValueFormat, ValuePlan } from "../../../src/catalog/values.js";
import type { Vendor } from "../../model/model.js";
import { toValueKey } from "../../model/names.js";
import type { EmitContext, ModelValues } from "../context/context.js";
import { filesOf, type ModuleDraft } from "../print/file.js";
import { code, exported, final, joinCode, ofModule, ofRuntime } from "../print/module.js";
import { joinLines, printValue } from "../print/print.js";
import type { Code, Imported } from "../print/types.js";
import type { PlannedValues } from "../values/compact-plans.js";
import type { DeliveryPart } from "./delivery-code.js";

/** Emits the plans of responses and of payloads, where there are values. */
export function emitValues({ model, values }: EmitContext): readonly ModuleDraft[] {
  const { vendor, routes, events } = model;
  const { responses, payloads } = values;
  const ofRoutes = printPlans(responses, "routes", (plans) => Object.fromEntries(plans));
  const ofEvents = printPlans(payloads, "events", (plans) => plans.get(""));
  const drafts = [
    {
      formats: responses.formats,
      path: "route-values.ts",
      sources: filesOf(vendor, ...routes),
      module: { blocks: [final(code`${ROUTE_VALUES}${ofRoutes}`)] },
    },
    {
      formats: payloads.formats,
      path: "event-values.ts",
      sources: filesOf(vendor, ...events),
      module: { blocks: [final(code`${EVENT_VALUES}${ofEvents}`)] },
    },
  ];
  return drafts.flatMap(({ formats, ...draft }) => (formats.length > 0 ? [draft] : []));
}

const ROUTE_VALUES = code`/** Values in the JSON of responses, by route and status. */
${exported("const", "routeValues")}: {
  readonly shared: readonly unknown[];
  readonly routes: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
} = `;

const EVENT_VALUES = code`/** Values in the JSON of payloads, by event. */
${exported("const", "eventValues")}: {
  readonly shared: readonly unknown[];
  readonly events: Readonly<Record<string, unknown>>;
} = `;

/** One line for each plan, so that a change of one changes no others. */
function printPlans(
  { shared, plans }: PlannedValues,
  key: string,
  toData: (plans: ReadonlyMap<string, ValuePlan>) => unknown,
): string {
  const entries = [...plans].map(
    ([name, plans]) => `    ${toValueKey(name)}: ${printValue(toData(plans))},`,
  );
  return joinLines([
    "{",
    "  shared: [",
    ...shared.map((plan) => `    ${printValue(plan)},`),
    "  ],",
    `  ${key}: {`,
    ...entries,
    "  },",
    "};",
  ]);
}

const VALUES = ofRuntime("values");

/** The code of the runtime by the types of values. */
const KINDS: Readonly<Record<string, Imported>> = {
  Date: VALUES.value("dates"),
  "Temporal.Instant": VALUES.value("instants"),
  "Temporal.PlainDate": VALUES.value("plainDates"),
  bigint: VALUES.value("bigints"),
};

/** The list of the code for some formats. */
function printKinds(formats: readonly ValueFormat[], { values = {} }: Vendor): Code {
  const kinds = formats.flatMap((format) => KINDS[values[format] ?? ""] ?? []);
  return code`[${joinCode(kinds, ", ")}]`;
}

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
