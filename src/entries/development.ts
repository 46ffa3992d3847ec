export { warnUnknownRoutes, type RouteWarningOptions } from "../runtime/development.js";
