/** Checks that names in `vendor.yaml` are those of components, headers and payloads. */
import { lookUpPath } from "../../json-schema/path-lookup.js";
import { createResolver, type ResolveComponent } from "../../json-schema/references.js";
import { nearestKey } from "../../model/messages.js";
import type { Event, JsonSchema, SchemaModel } from "../../model/model.js";
import type { SchemaDocuments } from "../documents/documents.js";
import { type Path, valueAt, type YamlDocument } from "../documents/yaml-document.js";
import { checkPaginationNames } from "./check-pagination-names.js";
import { type ComplainOfName, createNameComplaints, listKnownPaths } from "./unknown-names.js";

/**
 * Complains about names of `vendor.yaml`, and of rules in `routes.yaml`, that nothing in the schema has. A name in
 * an open schema may be right.
 */
export function checkVendorNames(documents: SchemaDocuments, model: SchemaModel): void {
  const { vendor } = documents;
  const resolve = createResolver(model);
  checkPaginationNames(documents, model, resolve);
  checkModels(model, createNameComplaints(vendor, ["models"]));
  checkIdempotency(model, createNameComplaints(vendor, ["idempotency"]));
  checkPayloadPaths(vendor, model.events, resolve);
}

/** Complains about models whose component does not exist. */
function checkModels({ vendor, components }: SchemaModel, complain: ComplainOfName): void {
  const known = components.map(({ ref }) => ref.slice(ref.indexOf("#/") + 2));
  for (const [type, component] of Object.entries(vendor.sdk.models ?? {})) {
    if (known.includes(component)) continue;
    const what = `component \`${component}\` does not exist`;
    complain({ at: [type], what, name: component, known });
  }
}

/** Complains about a header that is probably misspelt. Routes need not declare it. */
function checkIdempotency({ vendor, routes }: SchemaModel, complain: ComplainOfName): void {
  const { idempotency } = vendor.sending;
  if (idempotency === undefined) return;
  const declared = routes.flatMap(({ method, parameters }) =>
    method === "POST" ? parameters.filter((parameter) => parameter.in === "header") : [],
  );
  const known = [...new Set(declared.map(({ name }) => name))];
  if (known.some((name) => name.toLowerCase() === idempotency)) return;
  const nearest = nearestKey(idempotency, known);
  if (nearest === undefined) return;
  const what = `header is \`${idempotency}\`, which no POST route declares`;
  complain({ at: ["header"], what, name: idempotency, known: [nearest] });
}

/** Complains about paths that no payload has. A path of some payloads is right: the others may be described badly. */
function checkPayloadPaths(
  vendor: YamlDocument,
  events: readonly Event[],
  resolve: ResolveComponent,
): void {
  for (const keys of PAYLOAD_PATHS) {
    const at: Path = ["webhooks", ...keys, "body"];
    const path = valueAt(vendor.value, ...at);
    if (typeof path !== "string") continue;
    const payloads = events.flatMap((event) => payloadsOfEvent(event, keys[0] === "action"));
    const lookups = payloads.map((payload) => lookUpPath(payload, path, resolve));
    const missing = lookups.filter((lookup) => lookup.state === "absent");
    if (payloads.length === 0 || missing.length < lookups.length) continue;
    const complain = createNameComplaints(vendor, at);
    complain({
      what: `path is \`${path}\`, which no payload has`,
      name: path,
      known: missing.flatMap((lookup) => listKnownPaths(lookup)),
    });
  }
}

/** The keys of `webhooks` that hold a path into payloads. */
const PAYLOAD_PATHS: readonly Path[] = [
  ["event"],
  ["delivery"],
  ["action"],
  ["signature", "timestamp"],
];

function payloadsOfEvent(
  { payload = true, actions }: Event,
  needsAction: boolean,
): readonly JsonSchema[] {
  if (actions.length > 0) return actions.map((action) => action.payload ?? true);
  return needsAction ? [] : [payload];
}
