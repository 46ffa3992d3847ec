// Made of src/exports.ts by `npm run codegen`. Do not edit.

/** Standard Schemas: the rules that generated plans name. */
export type { JsonOf } from "../catalog/values.js";
export type {
  PayloadLoader,
  SchemasOfPayloads,
} from "../receive/webhooks/parts/payload-validator.js";
export type { SchemaLoader, SchemasOfRoutes } from "../schemas/client-checks.js";
export {
  all,
  anyOf,
  field,
  lazy,
  list,
  names,
  never,
  noneOf,
  nullOr,
  object,
  oneOf,
  others,
  record,
  tuple,
  type Issue,
  type Plan,
} from "../schemas/rules.js";
export { schema, type AsJson, type Schema } from "../schemas/schema.js";
