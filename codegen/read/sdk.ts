/** The class of the SDK in `vendor.yaml`, and the names of its methods in `routes.yaml`. */
import type { VendorSdk } from "../model/model.js";
import { toCamelCase, toPascalCase } from "../model/names.js";

/** The class of a vendor whose `vendor.yaml` says nothing of it. */
export function readSdk(title: string): VendorSdk {
  return { name: toPascalCase(title), arguments: "object" };
}

/** The name of the method of a route that has none in the YAML: `repos.listForOrg`. */
export function toCall(operation: string): string {
  return operation
    .split("/")
    .map((part) => toCamelCase(part).replace(/_$/, ""))
    .join(".");
}
