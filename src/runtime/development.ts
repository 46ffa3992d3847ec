/** What helps while a program is written, and costs nothing where it is not imported. */
export { warnUnknownRoutes, type RouteWarningOptions } from "../requests/unknown-routes.js";
