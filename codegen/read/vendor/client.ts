/** Checks and reads what `vendor.yaml` says of the client: credentials, pages and headers. */
import { entriesOf, isMap, type JsonMap } from "../../model/json.js";
import type { VendorClient } from "../../model/client.js";
import { valueAt, type YamlDocument } from "../documents/yaml-document.js";
import {
  checkScheme,
  checkSchemeNames,
  listSchemeNames,
  listSchemes,
  readScheme,
} from "./credentials.js";
import { checkRoutePagination, checkRule, readRule } from "./pagination.js";

/** Complains about schemes and rules of `vendor.yaml` whose keys do not fit together. */
export function checkClient(document: YamlDocument): void {
  const { auth, pagination } = isMap(document.value) ? document.value : {};
  const schemes = listSchemes(auth);
  const names = schemes.map(({ name }) => name);
  for (const { path, scheme } of schemes) {
    checkScheme(document, path, scheme);
    checkSchemeNames(document, [...path, "with"], scheme["with"], names);
  }
  for (const [name, rule] of entriesOf(pagination)) checkRule(document, ["pagination", name], rule);
}

/** Complains about undeclared schemes, and about undeclared or contradictory rules, of routes. */
export function checkRoutesOfClient(routes: YamlDocument, vendor: YamlDocument): void {
  const schemes = listSchemeNames(vendor);
  const names = entriesOf(valueAt(vendor.value, "pagination")).map(([name]) => name);
  for (const [key, route] of entriesOf(routes.value))
    if (isMap(route)) {
      checkSchemeNames(routes, [key, "auth"], route["auth"], schemes);
      checkRoutePagination(routes, key, route["pagination"], names);
    }
}

/** Reads a validated document. */
export function readClient({ value }: YamlDocument): VendorClient {
  const { auth, pagination, rateLimit, idempotency, requestId } = value as ClientEntry; // validated
  return {
    auth: listSchemes(auth).map(readScheme),
    pagination: entriesOf(pagination).map(([name, rule]) => readRule(name, rule as JsonMap)), // validated
    ...(rateLimit && {
      rateLimit: {
        ...rateLimit,
        remaining: rateLimit.remaining.toLowerCase(),
        reset: rateLimit.reset.toLowerCase(),
      },
    }),
    ...(idempotency && { idempotency: idempotency.header.toLowerCase() }),
    ...(requestId !== undefined && { requestId: requestId.toLowerCase() }),
  };
}

/** The keys of `vendor.yaml` about the client, as `vendor.schema.json` describes them. */
interface ClientEntry {
  readonly auth?: JsonMap;
  readonly pagination?: JsonMap;
  readonly rateLimit?: NonNullable<VendorClient["rateLimit"]>;
  readonly idempotency?: { readonly header: string };
  readonly requestId?: string;
}
