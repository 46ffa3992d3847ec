// Made of src/exports.ts by `npm run codegen`. Do not edit.

/** Standard Schemas: the rules that generated plans name. */
export type { JsonOf } from "../catalog/values.js";
export type {
  PayloadLoader,
  SchemasOfPayloads,
} from "../receive/webhooks/parts/payload-validator.js";
export type { Issue, Plan } from "../schemas/check.js";
export type { SchemaLoader, SchemasOfRoutes } from "../schemas/client-checks.js";
export { field, names, object, others, record } from "../schemas/object-rules.js";
export { all, anyOf, lazy, list, never, noneOf, nullOr, oneOf, tuple } from "../schemas/rules.js";
export { schema, type AsJson, type Schema } from "../schemas/schema.js";
