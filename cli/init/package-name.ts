import { isBuiltin } from "node:module";
import { basename } from "node:path";
import { quote } from "../../codegen/model/messages.js";
import { toVendorName } from "../../codegen/model/names.js";
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
  return toVendorName(listWords(packageName).join(""));
}

/** What a package for `acme-shop-sdk` calls the service in texts: `Acme Shop`. */
export function toServiceTitle(packageName: string): string {
  return listWords(packageName)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(" ");
}

/** The words of a name that say something of the service, or else those of its scope. */
function listWords(packageName: string): readonly string[] {
  const [, scope = "", own = ""] = /^(?:@([^/]+)\/)?(.*)$/.exec(packageName) ?? [];
  const words = own.split(/[-._~]+/).filter((word) => word !== "" && !COMMON_WORDS.has(word));
  return words.length > 0 ? words : [scope || own];
}

/** Whether a title names a service, and not only the kind of document that it stands on. */
export function namesService(title: string): boolean {
  const words = title.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const isOfDocument = words.some((word) => DOCUMENT_WORDS.has(word));
  return !isOfDocument && words.some((word) => !KIND_WORDS.has(word) && !/^v?\d+$/.test(word));
}

/** Words of titles that are about the description itself. */
const DOCUMENT_WORDS: ReadonlySet<string> = new Set(
  "openapi swagger spec specification documentation docs description definition schema".split(" "),
);

/** Words of titles that any service could have. */
const KIND_WORDS: ReadonlySet<string> = new Set(
  (
    "a an the my our your this api apis rest restful http https web webhook webhooks event events " +
    "service services server platform public admin management reference sample example demo test"
  ).split(" "),
);

/** Words of package names that say nothing of the service. */
const COMMON_WORDS: ReadonlySet<string> = new Set(
  "api client sdk js node typed types typescript ts webhooks".split(" "),
);
