/** Builds requests of a service as its client does, for samples of curl. */
import type { EndpointCatalog } from "../../src/catalog/requests.js";
import type { EmitContext } from "../emit/context/context.js";
import { listExceptions, toRouteException } from "../emit/plans/exceptions.js";
import { listOtherMethods } from "../model/http.js";
import { baseUrlOf } from "./call-samples.js";
import type { SampleRequest } from "./curl.js";

/** The catalog of the request builder as data, which the emitted entries import. */
export function createCatalog(context: EmitContext): EndpointCatalog {
  const { vendor, routes } = context.model;
  const exceptions = new Map(listExceptions(context));
  const ofRoutes = routes.flatMap((route) => {
    const row = exceptions.get(route);
    return row === undefined ? [] : [[route.key, toRouteException(route, row)] as const];
  });
  const variables = (vendor.variables ?? []).map(({ name, default: value, values }) => {
    return [name, { default: value, ...(values && { values }) }] as const;
  });
  return {
    baseUrl: baseUrlOf(context),
    ...(variables.length > 0 && { variables: Object.fromEntries(variables) }),
    accept: vendor.accept,
    mediaTypePrefix: vendor.mediaTypePrefix,
    methods: listOtherMethods(routes),
    routes: Object.fromEntries(ofRoutes),
  };
}

/** Makes a builder of requests for a service. The runtime has it, which the generator does not know. */
export type BindBuilder = (catalog: EndpointCatalog) => BuildRequest;

/** Builds the request of a route as a client does. */
export type BuildRequest = (route: string, parameters: object) => SampleRequest;
