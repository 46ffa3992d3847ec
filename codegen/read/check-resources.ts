/** Checks of the key `resource` of events, which names a route that responds with what the event is about. */
import { lookUpPath } from "../json-schema/path-lookup.js";
import { createResolver, type ResolveComponent } from "../json-schema/references.js";
import { alternatives, nearestKey } from "../model/messages.js";
import {
  type Event,
  type EventResource,
  onlyStreams,
  type Route,
  type SchemaModel,
} from "../model/model.js";
import type { SchemaDocuments } from "./documents/documents.js";
import type { Path } from "./documents/yaml-document.js";

/**
 * Complains about resources of events that no route responds with, or whose parameters a payload does not have.
 * A folder of which only a part is read has no routes; then nothing is checked.
 */
export function checkResources({ events }: SchemaDocuments, model: SchemaModel): void {
  const { hasRoutes, routes, vendor } = model;
  if (hasRoutes && routes.length === 0) return;
  const resolve = createResolver(model);
  const routeOf = new Map(routes.map((route) => [route.key, route] as const));
  for (const event of model.events) {
    const { name, resource } = event;
    if (resource === undefined) continue;
    const complain: Complain = (at, message, suggestion) =>
      events.complain([name, "resource", ...at], { message, suggestion });
    if (vendor.typesPackage !== undefined) complain([], IN_PACKAGE);
    const route = routeOf.get(resource.route);
    if (route === undefined) {
      const message = `The route is \`${resource.route}\`; expected one of routes.yaml.`;
      complain(["route"], message, nearestKey(resource.route, [...routeOf.keys()]));
      continue;
    }
    checkRoute(route, complain);
    checkParameters(route, resource, complain);
    checkPaths(event, resource, resolve, complain);
  }
}

const IN_PACKAGE =
  "The event is one with a resource; expected none beside `typesPackage`, whose package has no types of responses.";

function checkRoute(route: Route, complain: Complain): void {
  if (onlyStreams(route))
    complain(["route"], `The route \`${route.key}\` streams; expected one with a whole response.`);
  if (route.body?.required === true)
    complain(["route"], `The route \`${route.key}\` has a required body; expected one without.`);
}

function checkParameters(route: Route, { parameters }: EventResource, complain: Complain): void {
  const names = route.parameters.map(({ name }) => name);
  for (const name of Object.keys(parameters)) {
    if (names.includes(name)) continue;
    const expected = names.length === 0 ? "none" : alternatives(names);
    const message = `The parameter is \`${name}\`, which \`${route.key}\` does not have; expected ${expected}.`;
    complain(["parameters", name], message, nearestKey(name, names));
  }
  const missing = route.parameters.filter(
    ({ name, required }) => required && !Object.hasOwn(parameters, name),
  );
  for (const { name } of missing)
    complain([], `The parameter \`${name}\` of \`${route.key}\` is missing; expected it.`);
}

/** An open payload may have any path. With actions, each payload must have it, because each is fetched. */
function checkPaths(
  { payload = true, actions }: Event,
  { parameters }: EventResource,
  resolve: ResolveComponent,
  complain: Complain,
): void {
  const payloads = actions.length > 0 ? actions.map((action) => action.payload ?? true) : [payload];
  for (const [name, path] of Object.entries(parameters)) {
    const lookups = payloads.map((payload) => lookUpPath(payload, path, resolve));
    const missing = lookups.find((lookup) => lookup.state === "absent");
    if (missing === undefined) continue;
    const known = missing.known.map((key) => [...missing.start, key].join("."));
    const expected = known.length > 0 ? alternatives(known) : "a described one";
    const message = `The path is \`${path}\`, which the payload does not have; expected ${expected}.`;
    complain(["parameters", name], message, nearestKey(path, known));
  }
}

type Complain = (at: Path, message: string, suggestion?: string) => void;
