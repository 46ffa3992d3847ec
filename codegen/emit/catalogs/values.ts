/** The modules with the plans of values that JSON does not have, in responses and in payloads (contract J.3). */
import type { ValuePlan } from "../../../src/catalog/values.js";
import { toValueKey } from "../../model/names.js";
import type { EmitContext } from "../context/context.js";
import { filesOf, type ModuleDraft } from "../print/file.js";
import { code, exported, final } from "../print/module.js";
import { printValue } from "../print/print.js";
import type { Code } from "../print/types.js";
import type { PlannedValues } from "../values/compact-plans.js";
import { PAYLOAD } from "../values/plan-values.js";

/** Emits the plans of responses and of payloads, where there are values. */
export function emitValues({ model, values }: EmitContext): readonly ModuleDraft[] {
  const { vendor, routes, events } = model;
  const { responses, payloads } = values;
  const routeValues = {
    path: "route-values.ts",
    sources: filesOf(vendor, ...routes),
    module: { blocks: [final(printRouteValues(responses))] },
  };
  const eventValues = {
    path: "event-values.ts",
    sources: filesOf(vendor, ...events),
    module: { blocks: [final(printEventValues(payloads))] },
  };
  return [
    ...(responses.formats.length > 0 ? [routeValues] : []),
    ...(payloads.formats.length > 0 ? [eventValues] : []),
  ];
}

/** Prints a line for each route, which has plans by status: `"GET /things/{id}": { "200": { created: "date-time" } },`. */
function printRouteValues({ shared, plans }: PlannedValues): Code {
  const lines = [...plans].map(([route, plansByPlace]) =>
    printLine(route, Object.fromEntries(plansByPlace)),
  );
  return code`/** Values in the JSON of responses, by route and status. */
${exported("const", "routeValues")}: {
  readonly shared: readonly unknown[];
  readonly routes: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
} = {
  ${printShared(shared)},
  routes: {
${lines.join("\n")}
  },
};`;
}

/** Prints a line for each event, which has one plan: `push: { created: "date-time" },`. */
function printEventValues({ shared, plans }: PlannedValues): Code {
  const lines = [...plans].map(([event, plansByPlace]) =>
    printLine(event, plansByPlace.get(PAYLOAD)),
  );
  return code`/** Values in the JSON of payloads, by event. */
${exported("const", "eventValues")}: {
  readonly shared: readonly unknown[];
  readonly events: Readonly<Record<string, unknown>>;
} = {
  ${printShared(shared)},
  events: {
${lines.join("\n")}
  },
};`;
}

/** The plans that others refer to by their indexes. */
function printShared(shared: readonly ValuePlan[]): string {
  return `shared: [\n${shared.map((plan) => `    ${printValue(plan)},`).join("\n")}\n  ]`;
}

/** One line for each plan, so that a change of one changes no others. */
function printLine(name: string, plan: unknown): string {
  return `    ${toValueKey(name)}: ${printValue(plan)},`;
}
