// Made of src/exports.ts by `npm run codegen`. Do not edit.

/** Warnings during development; a bundle has them only if it imports them. */
export { warnUnknownRoutes, type RouteWarningOptions } from "../request/declared/unknown-routes.js";
