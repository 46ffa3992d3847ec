/** Names the types and functions that are generated for events, routes, components and resources. */
import pluralize from "pluralize";
import {
  collectPayloadRefs,
  createResolver,
  type ResolveComponent,
} from "../../json-schema/references.js";
import { listRouteLists, refOfItems } from "../../json-schema/route-lists.js";
import { emitterEntries } from "../../model/entries.js";
import { bareType, kindOf } from "../../model/http.js";
import {
  type Component,
  type Content,
  receivedBodies,
  type Route,
  type SchemaModel,
} from "../../model/model.js";
import {
  createTypeScope,
  createValueScope,
  type NameScope,
  toCamelCase,
  toPascalCase,
} from "../../model/names.js";
import { BODY, type EventTypeNames, formKey, responseKey, type TypeNames } from "./types.js";

/** Types of the generated files whose names do not come from the YAML. */
// prettier-ignore
const FIXED_TYPES = [
  "EmitterEventName", "EmitterWebhookEvent", "EmitterWebhookEventName", "EventMap",
  "ErrorBodies", "EventAttempt", "EventNameProof", "MustExtend", "OpenEventMap", "UnknownEvent", "WebhookTypes",
  "EndpointRequest", "Endpoints", "HeadersInput", "MediaTypeOptions", "RequestParameters",
  "BodyRequestParameters", "Route", "RouteException", "RouteLists", "RouteParameters",
  "RouteResponses", "Routes",
  "HandlerFunction", "BodyFields", "BodyOf", "ContentTypeHeaders", "DefaultTypeHeaders", "RawBody",
  "ServerOptions", "WithBody", "WithOptionalBody", "WithoutFields",
  // Exports of the entry besides payload types
  "AnyEvent", "AnyRoute",
  "DefaultOptions", "DrainOptions", "Endpoint", "EndpointDefaults", "EndpointError",
  "EndpointErrorCode", "EndpointOptions", "ErrorBody", "FailedEvent", "HttpErrorCode", "Log",
  "MergedOptions", "NodeMiddleware", "NodeMiddlewareOptions", "NodeRequest", "NodeResponse",
  "PayloadError", "RawPayload", "RequestOptions", "SecretLookup", "UnknownParameters", "Unregister",
  "UnverifiedDelivery",
  "ValidateEventNameOptions", "ValidationOptions", "WebMiddleware", "WebMiddlewareOptions",
  "WebhookAggregateError", "WebhookError", "WebhookErrorCode", "WebhookSecret", "Webhooks",
];

/**
 * Allocates all names in one pass. Events come first, so that no other entry can change their
 * names.
 * @param calls The ways to call each route, by its key.
 */
export function nameTypes(
  model: SchemaModel,
  calls: ReadonlyMap<string, readonly NamedCall[]>,
): TypeNames {
  const scope = createTypeScope(FIXED_TYPES);
  const functions = createValueScope();
  const resolve = createResolver(model);
  const hasSurface = model.vendor.sdk.surface !== undefined;
  const nameRoutes = (name: (route: Route) => string): ReadonlyMap<string, string> =>
    new Map(model.routes.map((route) => [route.key, name(route)]));
  const events = nameEvents(model, scope);
  // Short names, unless methods of other resources have taken them.
  const nameParams = ({ call }: Route): string =>
    scope.take(`${toSurfaceBase(call)}Params`, `${toPascalCase(call)}Params`);
  const surface = hasSurface ? nameRoutes(nameParams) : new Map<string, string>();
  const parameters = nameRoutes(({ call }) => scope.take(`${toPascalCase(call)}Parameters`));
  const components = nameComponents(model, scope, resolve);
  const responses = nameResponses(model, scope);
  const forms = nameFurtherForms(model, scope, calls);
  const results = nameRoutes(({ call }) => {
    const base = toPascalCase(call);
    const short = hasSurface ? toSurfaceBase(call) : base;
    return scope.take(`${short}Response`, `${base}Response`, `${base}Result`);
  });
  return {
    events,
    parameters: new Map([...parameters, ...forms]),
    components,
    responses,
    results,
    items: nameItems(model, scope, resolve),
    surface,
    resources: nameResources(model, scope),
    functions: nameRoutes(({ operation }) => functions.take(toCamelCase(operation))),
    schemas: nameSchemas(model, events, responses, scope),
  };
}

/** The types of events and of their payloads, by the names of events. */
function nameEvents(model: SchemaModel, scope: NameScope): ReadonlyMap<string, EventTypeNames> {
  const entries = model.events.flatMap(emitterEntries).map(({ name }) => {
    const base = toPascalCase(name);
    return [
      name,
      { event: scope.take(`${base}Event`), payload: scope.take(`${base}Payload`) },
    ] as const;
  });
  return new Map(entries);
}

/** Names the further ways to call a route after their media types. */
function nameFurtherForms(
  model: SchemaModel,
  scope: NameScope,
  calls: ReadonlyMap<string, readonly NamedCall[]>,
): ReadonlyMap<string, string> {
  return new Map(
    model.routes.flatMap((route) => {
      const furtherCalls = calls.get(route.key)?.slice(1) ?? [];
      return furtherCalls.map(({ content, isChosen, isWhole }, index) => {
        const type = isChosen ? wordForMediaType(content?.contentTypes[0] ?? "") : "";
        const words = `${route.call} ${type} ${isWhole ? "data" : ""}`;
        const base = `${toPascalCase(words)}Parameters`;
        return [formKey(route.key, index + 1), scope.take(base)] as const;
      });
    }),
  );
}

/** A short word for a common media type; the subtype of others. */
function wordForMediaType(mediaType: string): string {
  const kind = kindOf(mediaType);
  if (kind === "form" || kind === "multipart") return kind;
  return bareType(mediaType).replace(/^application\//, "");
}

/**
 * Names the components of payloads first, because handlers use these names. A taken name is
 * prefixed with the file name before it is numbered. Objects without a name in the YAML come last,
 * so that they cannot change the names of others.
 */
function nameComponents(
  model: SchemaModel,
  scope: NameScope,
  resolve: ResolveComponent,
): ReadonlyMap<string, string> {
  const inPayloads = collectPayloadRefs(model, resolve);
  const rankOf = ({ ref, otherNames }: Component): number =>
    (otherNames === undefined ? 0 : 2) + (inPayloads.has(ref) ? 0 : 1);
  const ordered = [...model.components].sort((one, other) => rankOf(one) - rankOf(other));
  return new Map(
    ordered.map(({ ref, name, otherNames, source }) => {
      const file = source.file.replace(/^.*\/|\.\w+$/g, "");
      const qualified = otherNames ?? [`${file} ${name}`];
      return [ref, scope.take(toPascalCase(name), ...qualified.map(toPascalCase))];
    }),
  );
}

/** The types of bodies, by route and status; of a stream, the type of an item. */
function nameResponses(model: SchemaModel, scope: NameScope): ReadonlyMap<string, string> {
  const entries = model.routes.flatMap((route) => {
    const { key, call } = route;
    return receivedBodies(route)
      .filter(({ schema }) => schema !== undefined)
      .map(({ status }) => {
        const isItem = status === "item";
        const end = isItem ? "Item" : `Response${toPascalCase(status).replace(/^_/, "")}`;
        return [responseKey(key, status), scope.take(toPascalCase(call) + end)] as const;
      });
  });
  return new Map(entries);
}

/** The types of the items of lists. Items that are a component have the component's name. */
function nameItems(
  model: SchemaModel,
  scope: NameScope,
  resolve: ResolveComponent,
): ReadonlyMap<string, string> {
  return new Map(
    listRouteLists({ model, resolve })
      .filter((list) => refOfItems(list, resolve) === undefined)
      .map(({ route: { key, call } }) => [key, scope.take(`${toPascalCase(call)}Item`)]),
  );
}

/** The interfaces of resources, by their paths. */
function nameResources(model: SchemaModel, scope: NameScope): ReadonlyMap<string, string> {
  return new Map(
    listResourcePaths(model).map((path) => [
      path,
      scope.take(path === "" ? "RootMethods" : `${toPascalCase(path)}Methods`),
    ]),
  );
}

/**
 * The dotted paths of all resources, each after the one that holds it. The empty path is the class
 * itself. An alias of a method may be in another resource than its name.
 */
export function listResourcePaths({ routes }: SchemaModel): readonly string[] {
  const paths = new Set([""]);
  for (const { call, formerCalls } of routes) {
    for (const name of [call, ...formerCalls]) {
      const parts = name.split(".").slice(0, -1);
      for (const index of parts.keys()) paths.add(parts.slice(0, index + 1).join("."));
    }
  }
  return [...paths];
}

/** Names a schema after the type that it checks. */
function nameSchemas(
  model: SchemaModel,
  events: TypeNames["events"],
  responses: TypeNames["responses"],
  scope: NameScope,
): ReadonlyMap<string, string> {
  const bodies = model.routes.flatMap(({ key, call, body }) =>
    body ? [[responseKey(key, BODY), `${toPascalCase(call)}Body`] as const] : [],
  );
  const bases = [
    ...[...events].map(([name, { payload }]) => [name, payload] as const),
    ...bodies,
    ...responses,
  ];
  return new Map(bases.map(([key, base]) => [key, scope.take(`${base}Schema`)]));
}

/** The types of a method begin with its resource, in the singular: `ParticipantAdd`. */
export function toSurfaceBase(call: string): string {
  const parts = call.split(".");
  const method = toResourceClass(parts.at(-1) ?? "");
  const resource = parts.at(-2);
  return resource === undefined ? method : pluralize.singular(toResourceClass(resource)) + method;
}

/**
 * The class of a resource: `ParticipantsEvents` is `Events`. Abbreviations keep their capitals, and the
 * resource `stopIds` of the older generator has the class `StopIDs`.
 */
export function toResourceClass(name: string): string {
  const pascal = name.charAt(0).toUpperCase() + name.slice(1);
  return pascal === "" ? toPascalCase(name) : pascal.replace(/Id(?=s?(?:[A-Z]|$))/g, "ID");
}

/** The facts about a way to call a route that its name depends on. */
interface NamedCall {
  readonly content?: Pick<Content, "contentTypes">;
  /** The call chooses the media type by its `content-type` header. */
  readonly isChosen: boolean;
  /** The body is passed as `data`, in place of its fields. */
  readonly isWhole: boolean;
}
