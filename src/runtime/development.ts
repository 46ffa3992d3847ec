/** Help while a program is written; it costs nothing unless it is imported. */
export { warnUnknownRoutes, type RouteWarningOptions } from "../requests/unknown-routes.js";
