/** Checks and reads the lists of what a service has sent, from which an inbox fetches what never arrived. */
import { CATCH_UP_PRESETS, type CatchUpPlan } from "../../../src/catalog/catch-up.js";
import type { FieldSource } from "../../../src/catalog/webhooks.js";
import { entriesOf, isMap, type JsonMap } from "../../model/json.js";
import { alternatives } from "../../model/messages.js";
import type { Path, YamlDocument } from "../documents/yaml-document.js";
import { placeholdersOf } from "../route-entries.js";
import { readSignature } from "./signature.js";

/** Complains about lists that an inbox could not read, or could not tell from what has arrived. */
export function checkCatchUp(document: YamlDocument, webhooks: JsonMap): void {
  const value = webhooks["catchUp"];
  if (value === undefined) return;
  if (webhooks["delivery"] === undefined && findIdOfScheme(webhooks) === undefined) {
    const message =
      "The key `catchUp` stands in a service without ids; expected `delivery`, by which what has arrived is known.";
    document.complain(CATCH_UP, { message, atKey: true });
  }
  if (Array.isArray(value))
    value.forEach((plan, index) => checkCatchUpPlan(document, plan, [...CATCH_UP, index]));
  else checkCatchUpPlan(document, value, CATCH_UP);
}

const CATCH_UP: Path = ["webhooks", "catchUp"];

function findIdOfScheme({ signature }: JsonMap): FieldSource | undefined {
  try {
    return readSignature(signature).id;
  } catch {
    return undefined; // reported at the signature
  }
}

function checkCatchUpPlan(document: YamlDocument, plan: unknown, at: Path): void {
  if (!isMap(plan)) return;
  const { next, since, order, delivery, route } = plan;
  if (isMap(next)) checkNextPage(document, next, [...at, "next"]);
  if (order === "oldest-first" && since === undefined) {
    const message =
      "The list begins with the oldest item and has no `since`; expected the parameter that bounds the time.";
    document.complain([...at, "order"], { message });
  }
  if (!isMap(delivery) || typeof delivery["route"] !== "string" || typeof route !== "string")
    return;
  const known = [
    ...placeholdersOf(route),
    ...entriesOf(delivery["parameters"]).map(([name]) => name),
  ];
  for (const name of placeholdersOf(delivery["route"]).filter((each) => !known.includes(each))) {
    const message = `The parameter \`{${name}}\` has no value; expected it in the route of the list, or under \`parameters\`.`;
    document.complain([...at, "delivery", "route"], { message });
  }
}

function checkNextPage(document: YamlDocument, next: JsonMap, at: Path): void {
  const sources = Object.keys(NEXT_SOURCES).filter((key) => key in next);
  if (sources.length !== 1) {
    const got = sources.length === 0 ? "none of them" : alternatives(sources, "and");
    const message = `The map has ${got}; expected one of \`link\`, \`item\` and \`body\`.`;
    document.complain(at, { message, atKey: true });
    return;
  }
  for (const [source, key] of Object.entries(NEXT_SOURCES)) {
    if (key === undefined || !(key in next) || sources.includes(source)) continue;
    const message = `The key \`${key}\` stands beside \`${sources.join()}\`; expected it only beside \`${source}\`.`;
    document.complain([...at, key], { message, atKey: true });
  }
}

/** Sources of the parameter of the next page, each with the key that is allowed only beside it. */
const NEXT_SOURCES: Readonly<Record<string, string | undefined>> = {
  link: undefined,
  item: "more",
  body: "done",
};

/** Reads a validated entry. Replaces presets by their lists. */
export function readCatchUp(entry: CatchUpEntry): readonly CatchUpPlan[] {
  if (typeof entry === "string") return CATCH_UP_PRESETS[entry];
  return [entry].flat().map((plan) => ({ ...plan, order: plan.order ?? "newest-first" }));
}

/** `catchUp` of `vendor.yaml`: a preset, a list, or several. */
export type CatchUpEntry =
  keyof typeof CATCH_UP_PRESETS | CatchUpListEntry | readonly CatchUpListEntry[];

type CatchUpListEntry = Omit<CatchUpPlan, "order"> & Partial<Pick<CatchUpPlan, "order">>;
