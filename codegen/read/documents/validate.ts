/** Checks a YAML file against the JSON Schema of its format, and explains each error at its position. */
import { Ajv, type ErrorObject, type ValidateFunction } from "ajv";
import app from "../../meta/app.schema.json" with { type: "json" };
import components from "../../meta/components.schema.json" with { type: "json" };
import corrections from "../../meta/corrections.schema.json" with { type: "json" };
import events from "../../meta/events.schema.json" with { type: "json" };
import importMapping from "../../meta/import.schema.json" with { type: "json" };
import jsonSchema from "../../meta/json-schema.schema.json" with { type: "json" };
import payload from "../../meta/payload.schema.json" with { type: "json" };
import routes from "../../meta/routes.schema.json" with { type: "json" };
import vendor from "../../meta/vendor.schema.json" with { type: "json" };
import { explain } from "./explain.js";
import { TEXT_FORMATS } from "./text-formats.js";
import { UNIQUE_ITEMS } from "./unique-items.js";
import type { YamlDocument } from "./yaml-document.js";

/** Complains about each value that the format does not allow. */
export function validate(document: YamlDocument, format: Format): void {
  if (document.value === null) {
    document.complain([], { message: "The file is empty; expected a map." });
    return;
  }
  const check = validatorOf(format);
  if (check(document.value)) return;
  for (const error of check.errors ?? []) {
    if (isSummary(error)) continue;
    const { path, complaint } = explain(error, document.value);
    document.complain(path, complaint);
  }
}

/** Tests whether an error only summarizes more specific ones. */
function isSummary({ keyword }: ErrorObject): boolean {
  return keyword === "if" || keyword === "propertyNames";
}

// ---- Validators

const META_SCHEMAS = {
  app,
  vendor,
  events,
  routes,
  payload,
  components,
  corrections,
  import: importMapping,
};

const ajv = new Ajv({
  allErrors: true,
  // The optimizer takes 110 ms of each command that reads a schema, and makes no check faster.
  code: { optimize: false },
  verbose: true,
  allowUnionTypes: true,
  // Keywords that editors read.
  keywords: ["markdownDescription", "patternErrorMessage", "obsoleteValues"],
  formats: Object.fromEntries(
    Object.entries(TEXT_FORMATS).map(([name, { check }]) => [name, check]),
  ),
  schemas: { "json-schema.schema.json": jsonSchema, "vendor.schema.json": vendor },
  // `if`, `then` and `else` constrain a value whose type is given beside them.
  strictTypes: false,
});

ajv.removeKeyword("uniqueItems");
ajv.addKeyword(UNIQUE_ITEMS);

const validators = new Map<Format, ValidateFunction>();

/** Compiles a validator at its first use, because most runs need only a few. */
function validatorOf(format: Format): ValidateFunction {
  let validator = validators.get(format);
  if (!validator) validators.set(format, (validator = ajv.compile(META_SCHEMAS[format])));
  return validator;
}

// ---- Types

/** A format of the YAML, which has a JSON Schema. */
export type Format = keyof typeof META_SCHEMAS;
