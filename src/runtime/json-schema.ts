// Made of src/exports.ts by `npm run codegen`. Do not edit.

/** JSON Schemas of Standard Schemas, for packages that ask for one. */
export { withJsonSchema, type SchemaWithJson } from "../schemas/json-schema.js";
