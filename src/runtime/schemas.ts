/** Standard Schemas: the rules that generated plans name. */
export type { SchemaLoader, SchemasOfRoutes } from "../request/schemas/client-checks.js";
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
} from "../request/schemas/rules.js";
export { recursiveSchema, schema, type AsJson, type Schema } from "../request/schemas/schema.js";
export type { JsonOf } from "../catalog/values.js";
