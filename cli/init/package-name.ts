import { isBuiltin } from "node:module";
import { basename } from "node:path";
import { quote } from "../../codegen/messages.js";
import { toVendorName } from "../../codegen/names.js";
import { UsageError } from "../usage.js";

/** The rule of npm for new packages. */
const PACKAGE_NAME = /^(?:@[a-z0-9~-][a-z0-9._~-]*\/)?[a-z0-9~-][a-z0-9._~-]*$/;

/** What the package itself installs cannot be its name. */
const INSTALLED = ["typewire-runtime", "typewire-cli", "typescript", "@types/node"];

/** Why a text cannot be the name of the package; `undefined` when it can. */
export function refusePackageName(name: string): string | undefined {
  const got = `The package name is ${quote(name)}`;
  if (!PACKAGE_NAME.test(name) || name.length > 214) {
    return `${got}; expected lowercase letters, digits, \`-\`, \`.\` and \`_\`, such as acme-sdk or @acme/sdk.`;
  }
  const isTaken = isBuiltin(name) || INSTALLED.includes(name) || name === "node_modules";
  return isTaken ? `${got}, which is taken; expected another, such as acme-sdk.` : undefined;
}

/** @throws UsageError for a text that cannot be the name of a package. */
export function expectPackageName(name: string): string {
  const refusal = refusePackageName(name);
  if (refusal !== undefined) throw new UsageError(refusal);
  return name;
}

/** The name of a package in a folder, as far as the folder's name can be one. */
export function toPackageName(folder: string): string {
  const words = basename(folder)
    .toLowerCase()
    .replace(/[^a-z0-9._~-]+/g, "-")
    .replace(/^[-._]+|[-._]+$/g, "");
  return words === "" || refusePackageName(words) !== undefined ? "my-sdk" : words;
}

/** What a package for `acme-sdk` calls the service in identifiers: `acme`. */
export function toServiceName(packageName: string): string {
  const own = packageName.slice(packageName.indexOf("/") + 1);
  const scope = /^@([^/]+)\//.exec(packageName)?.[1] ?? "";
  const words = own.split(/[-._~]+/).filter((word) => !COMMON_WORDS.has(word));
  return toVendorName(words.length > 0 ? words.join("") : scope || own);
}

/** Words of package names that say nothing of the service. */
const COMMON_WORDS: ReadonlySet<string> = new Set(
  "api client sdk js node typed types typescript ts webhooks".split(" "),
);
