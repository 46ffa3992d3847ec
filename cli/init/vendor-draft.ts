/** Edits `vendor.yaml` of a schema folder that is not written yet. */
import { parse } from "yaml";
import { entriesOf, isMap } from "../../codegen/model/json.js";
import type { SchemaFile } from "../../codegen/read-schema.js";
import { CommandError } from "../io/errors.js";
import { FIRST_VERSION } from "../package/manifest.js";
import { setKey } from "../package/vendor.js";
import type { Answers, SchemaDraft } from "./types.js";

/** Sets keys of `vendor.yaml` at the top level. */
export function addVendorKeys(
  draft: SchemaDraft,
  keys: Readonly<Record<string, unknown>>,
): SchemaDraft {
  const files = editVendor(draft.files, (text) =>
    Object.entries(keys).reduce((edited, [key, value]) => setKey(edited, [key], value), text),
  );
  return { ...draft, files };
}

/** Sets the name of the class. */
export function nameClass(draft: SchemaDraft, className: string): SchemaDraft {
  return addVendorKeys(draft, { class: className });
}

/** Writes the name of the package for the `user-agent` of the client. */
export function nameClient(
  draft: SchemaDraft,
  name: string,
  className: string | undefined,
): SchemaDraft {
  const withClient = addVendorKeys(draft, { client: { name, version: FIRST_VERSION } });
  return className === undefined ? withClient : nameClass(withClient, className);
}

/**
 * Writes answers in the place of their `TODO`.
 * @throws CommandError for answers about webhooks of a service without any.
 */
export function applyAnswers(draft: SchemaDraft, answers: Answers): SchemaDraft {
  const { baseUrl, ...deliveries } = answers;
  const files = editVendor(draft.files, (text, { webhooks }) => {
    let edited = baseUrl === undefined ? text : setKey(text, ["baseUrl"], baseUrl);
    for (const [key, value] of entriesOf(deliveries)) {
      if (value === undefined) continue;
      if (!isMap(webhooks)) {
        throw new CommandError(
          `The description has no webhooks, so the answer about their ${key} has no use. ` +
            "Nothing was written. Leave it out, or add a description of the webhooks with --from.",
        );
      }
      edited = setKey(edited, ["webhooks", key], value);
    }
    return edited;
  });
  return { ...draft, files };
}

/** Sets the name and the title of the service, and the path of its deliveries, which has the name. */
export function renameService(
  files: readonly SchemaFile[],
  service: string,
  title: string,
): readonly SchemaFile[] {
  return editVendor(files, (text, vendor) => {
    const withTitle = vendor["title"] === title ? text : setKey(text, ["title"], title);
    const withName = setKey(withTitle, ["name"], service);
    if (!isMap(vendor["webhooks"])) return withName;
    return setKey(withName, ["webhooks", "path"], `/api/${service}/webhooks`);
  });
}

/** Reads `vendor.yaml`; an empty map if there is none. */
export function readVendorFile(files: readonly SchemaFile[]): VendorMap {
  const file = files.find(({ path }) => path === VENDOR_FILE);
  const value: unknown = file === undefined ? undefined : parse(file.text);
  return isMap(value) ? value : {};
}

function editVendor(
  files: readonly SchemaFile[],
  edit: (text: string, vendor: VendorMap) => string,
): readonly SchemaFile[] {
  const vendor = readVendorFile(files);
  return files.map((file) =>
    file.path === VENDOR_FILE ? { ...file, text: edit(file.text, vendor) } : file,
  );
}

type VendorMap = Readonly<Record<string, unknown>>;

export const VENDOR_FILE = "vendor.yaml";
