/** Warnings during development; a bundle has them only if it imports them. */
export { warnUnknownRoutes, type RouteWarningOptions } from "../requests/unknown-routes.js";
