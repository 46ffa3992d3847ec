/** Names of packages, as npm allows them, and the default for a folder or a description. */
import { isBuiltin } from "node:module";
import { basename } from "node:path";
import { quote } from "../../codegen/model/messages.js";
import { toVendorName } from "../../codegen/model/yaml-names.js";
import { UsageError } from "../io/errors.js";

/** Rule of npm for new packages. */
const PACKAGE_NAME = /^(?:@[a-z0-9~-][a-z0-9._~-]*\/)?[a-z0-9~-][a-z0-9._~-]*$/;

/** Names of the dependencies, which the package itself cannot have. */
const RESERVED_NAMES = ["typewire-runtime", "typewire-cli", "typescript", "@types/node"];

/** Complains about a text that cannot be the name of the package. */
export function findNameComplaint(name: string): string | undefined {
  const got = `The package name is ${quote(name)}`;
  if (!PACKAGE_NAME.test(name) || name.length > 214) {
    return `${got}; expected lowercase letters, digits, \`-\`, \`.\` and \`_\`, such as acme-sdk or @acme/sdk.`;
  }
  const isTaken = isBuiltin(name) || RESERVED_NAMES.includes(name) || name === "node_modules";
  return isTaken ? `${got}, which is taken; expected another, such as acme-sdk.` : undefined;
}

/** @throws UsageError for a text that cannot be the name of a package. */
export function expectPackageName(name: string): void {
  const complaint = findNameComplaint(name);
  if (complaint !== undefined) throw new UsageError(complaint);
}

/**
 * The same rule as in `vendor.schema.json`.
 * @throws UsageError for a text that cannot be the name of a class.
 */
export function expectClassName(name: string | undefined): void {
  if (name === undefined || /^[A-Z][A-Za-z0-9_]*$/.test(name)) return;
  throw new UsageError(
    `The value of --class is ${quote(name)}; expected an identifier that begins with a capital letter, such as \`Acme\`.`,
  );
}

/** Derives the name of a package from that of its folder. */
export function toPackageName(folder: string): string {
  const words = basename(folder)
    .toLowerCase()
    .replace(/[^a-z0-9._~-]+/g, "-")
    .replace(/^[-._]+|[-._]+$/g, "");
  return words === "" || findNameComplaint(words) !== undefined ? "my-sdk" : words;
}

/** Names the service in identifiers: `acme` for the package `acme-sdk`. */
export function toServiceName(packageName: string): string {
  return toVendorName(listWords(packageName).join(""));
}

/** Names the service in texts: `Acme Shop` for the package `acme-shop-sdk`. */
export function toServiceTitle(packageName: string): string {
  return listWords(packageName)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(" ");
}

/** Lists the words of a name that are about the service; otherwise, its scope. */
function listWords(packageName: string): readonly string[] {
  const [, scope = "", baseName = ""] = /^(?:@([^/]+)\/)?(.*)$/.exec(packageName) ?? [];
  const words = baseName.split(/[-._~]+/).filter((word) => word !== "" && !COMMON_WORDS.has(word));
  return words.length > 0 ? words : [scope || baseName];
}

/** True for a title that names a service, not only a kind of document. */
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

/** Words of package names that are not about the service. */
const COMMON_WORDS: ReadonlySet<string> = new Set(
  "api client sdk js node typed types typescript ts webhooks".split(" "),
);
