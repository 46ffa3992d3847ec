/**
 * The table of exports: every name that the packages export, with the module that declares it. A new name is
 * written where it is declared, and here. `npm run codegen` makes everything else of the table: the modules in
 * `src/runtime/`, `exports` in each package.json, and `paths` in tsconfig.json. The build, the clients that
 * the generator writes, JSR and the tests read it, too.
 */

/** Names by the module that declares them, below `src/`. `*` stands for all names of a module. */
export type Names = Readonly<Record<string, readonly string[]>>;

export interface Subpath {
  /** The comment of the module. */
  readonly about: string;
  /**
   * All names of the subpath. Those of `binding` only bind a client to a service. A client passes the others
   * on to its users, in its part of that name: see `codegen/emit/catalogs/`.
   */
  readonly names: Readonly<Record<string, Names>>;
}

/** The subpaths of `typewire-runtime`. */
export const RUNTIME = {
  endpoint: {
    about: "The request builder, to be bound to the catalog of a service.",
    names: {
      binding: {
        "catalog/requests": ["type EndpointCatalog", "type RouteException"],
        "request/endpoint/endpoint": ["createEndpoint"],
        "request/endpoint/route-arguments": ["type EndpointArguments"],
      },
      endpoint: {
        "request/endpoint/errors": ["EndpointError", "type EndpointErrorCode"],
        "request/endpoint/route/route": ["anyRoute"],
        "request/endpoint/route/template": ["expandTemplate"],
        "request/endpoint/signatures": ["type Endpoint"],
        "request/endpoint/to-request": ["toRequest"],
        "request/endpoint/types": [
          "type AnyRoute",
          "type DefaultOptions",
          "type EndpointDefaults",
          "type EndpointOptions",
          "type HeadersInput",
          "type MediaTypeOptions",
          "type MergedOptions",
          "type RequestOptions",
          "type RequestParameters",
          "type UnknownParameters",
        ],
      },
    },
  },
  requests: {
    about: "Code that some routes need beyond the builder, to be passed to `createEndpoint`.",
    names: {
      binding: {
        "catalog/requests": [
          "type FieldEncoding",
          "type ListStyle",
          "type QueryStyle",
          "type ServerVariable",
        ],
        "request/declared/declared-parameters": ["declaredParameters"],
        "request/declared/form-body": ["formBody"],
        "request/declared/multipart-body": ["multipartBody"],
        "request/declared/server-variables": ["serverVariables"],
        "request/endpoint/extensions": [
          "type BodyWriter",
          "type EndpointExtensions",
          "type ParameterExtension",
          "type ServerExtension",
        ],
      },
    },
  },
  values: {
    about:
      "Values that JSON does not have, to be passed to `createEndpoint`, a client and `bindWebhooks`.",
    names: {
      binding: {
        "catalog/values": [
          "type BodyValues",
          "type EventValues",
          "type PayloadValues",
          "type RouteValues",
          "type ValueFormat",
        ],
        "request/endpoint/extensions": ["type SentValues"],
        "request/values/kinds": ["bigints", "dates", "instants", "plainDates", "type ValueKind"],
        "request/values/received": ["createBodyValues", "createPayloadValues"],
        "request/values/sent": ["sentValues"],
      },
    },
  },
  client: {
    about: "The client that sends requests, to be bound to a request builder and a catalog.",
    names: {
      binding: {
        "catalog/client": [
          "type AuthScheme",
          "type ClientCatalog",
          "type Pagination",
          "type RateLimitHeaders",
          "type StreamRule",
        ],
        "request/client/auth/auth-schemes": [
          "createHeaderAuthenticator",
          "createSchemeAuthenticator",
        ],
        "request/client/client": [
          "createClientFactory",
          "createCoreFactory",
          "type ClientExtensions",
        ],
        "request/client/errors": ["isResponseError"],
        "request/client/page-styles": ["cursorPages", "linkPages", "numberedPages", "offsetPages"],
        "request/client/auth/redirects": ["followRedirects"],
        "request/client/streams/stream-formats": [
          "convertItem",
          "eventStream",
          "jsonLines",
          "readDeclaredItem",
        ],
        "request/client/streams/json-sequence": ["jsonSequence"],
        "request/client/streams/reconnect": ["reconnecting"],
        "request/client/streams/streams": ["createStreams"],
        "request/client/response-errors": ["type IsResponseError", "type RouteError"],
        "request/client/response-types": ["type RouteResponseOf"],
        "request/client/types": ["type Client", "type CreateClient", "type CreateCore"],
      },
      client: {
        "request/client/auth/auth": ["type Credential"],
        "request/client/errors": [
          "ConnectionError",
          "ResponseError",
          "TimeoutError",
          "type ResponseErrorCode",
        ],
        "request/client/response-types": ["type ClientResponse", "type Page"],
        "request/client/types": [
          "type AttemptEvent",
          "type CallOptions",
          "type ClientHooks",
          "type ClientOptions",
          "type Paginated",
          "type RateLimit",
          "type RequestSettings",
          "type ResponseEvent",
          "type RetryEvent",
        ],
      },
      core: {
        "request/client/client-parts": [
          "defaults",
          "limits",
          "mediaTypes",
          "optionNames",
          "validation",
        ],
        "request/client/types": ["type ClientPart", "type CoreClient"],
      },
      streams: {
        "request/client/types": ["type Streamed", "type StreamOptions"],
      },
    },
  },
  paths: {
    about: "A client whose calls name a method and a path, over any client.",
    names: {
      binding: {
        "request/paths/paths": [
          "createPathBasedClient",
          "createPathsClient",
          "wrapAsPathBasedClient",
        ],
        "request/paths/serialize": [
          "createQuerySerializer",
          "defaultBodySerializer",
          "defaultPathSerializer",
        ],
        "request/paths/operations": [
          "type FetchResponse",
          "type HttpMethod",
          "type MediaType",
          "type OkStatus",
          "type ParseAs",
          "type ParseAsResponse",
          "type PathsWithMethod",
          "type Readable",
          "type Writable",
        ],
        "request/paths/types": [
          "type BodySerializer",
          "type ClientForPath",
          "type ClientMethod",
          "type ClientPathsWithMethod",
          "type ClientRequestMethod",
          "type FetchOptions",
          "type HeadersOptions",
          "type MaybeOptionalInit",
          "type MergedOptions",
          "type MethodResponse",
          "type Middleware",
          "type MiddlewareCallbackParams",
          "type MiddlewareRequestParams",
          "type ParamsOption",
          "type PathBasedClient",
          "type PathSerializer",
          "type PathsClient",
          "type PathsClientOptions",
          "type PathsDefaults",
          "type PathsFetch",
          "type QuerySerializer",
          "type QuerySerializerOptions",
          "type RequestBodyOf",
          "type RequestBodyOption",
          "type RequestOptions",
        ],
      },
    },
  },
  oauth: {
    about: "Tokens of OAuth 2 that a client gets itself; passed to a client beside its catalog.",
    names: {
      binding: {
        "request/oauth/oauth": ["createOAuthAuthenticator"],
      },
      oauth: {
        "request/oauth/errors": ["OAuthError", "type OAuthErrorCode"],
        "request/oauth/token-options": ["type ClientCredentials", "type RefreshTokens"],
      },
    },
  },
  calls: {
    about: "Methods as functions: a bundle has those that it imports.",
    names: {
      binding: {
        "catalog/sdk": ["type MethodArguments"],
        "request/client/types": ["type Streamed"],
        "request/endpoint/route/function-routes": ["compileListRoute", "compileTemplateRoute"],
        "request/sdk/lists": ["pagedBy", "type ListCode"],
        "request/sdk/methods": ["defineMethod", "defineReadMethod", "type MethodForm"],
        "request/sdk/streams": ["defineStreamMethod"],
        "request/sdk/types": [
          "type AnyClient",
          "type Call",
          "type ListCall",
          "type MethodFunction",
          "type MethodOptions",
          "type Page",
          "type PageSteps",
          "type StreamingFunction",
          "type StreamMethodOptions",
          "type WithResponse",
        ],
      },
    },
  },
  query: {
    about: "Options for TanStack Query 5 and SWR, made of functions of resources.",
    names: {
      binding: {
        "request/query/query": ["infiniteQuery", "mutation", "query", "swr", "swrInfinite"],
        "request/query/types": [
          "type InfiniteQuery",
          "type MethodThatStreams",
          "type MethodWithoutPages",
          "type MissingParameters",
          "type Mutation",
          "type PageParam",
          "type Query",
          "type QueryKey",
          "type SwrInfiniteQuery",
          "type SwrQuery",
        ],
      },
    },
  },
  sdk: {
    about: "The class of an SDK, to be bound to a catalog and a client.",
    names: {
      binding: {
        "catalog/sdk": [
          "type CredentialOption",
          "type EnvironmentOption",
          "type MethodArguments",
          "type SdkCatalog",
          "type SentOption",
        ],
        "request/client/types": ["type Streamed"],
        "request/sdk/errors": [
          "AuthenticationError",
          "BadRequestError",
          "ConflictError",
          "InternalServerError",
          "NotFoundError",
          "PermissionDeniedError",
          "RateLimitError",
          "UnprocessableEntityError",
        ],
        "request/sdk/sdk": ["createSdk", "type SdkExtensions"],
        "request/sdk/streams": ["defineStreamMethod"],
        "request/sdk/types": [
          "type CredentialInput",
          "type ErrorClass",
          "type MethodFunction",
          "type PageSteps",
          "type SdkConstructor",
          "type SdkOptions",
          "type Unwrap",
          "type UnwrapHeaders",
          "type UnwrapRequest",
        ],
      },
      sdk: {
        "request/sdk/types": [
          "type Call",
          "type ListCall",
          "type MethodOptions",
          "type Page",
          "type WithResponse",
        ],
      },
      streams: {
        "request/sdk/types": ["type StreamMethodOptions"],
      },
    },
  },
  stainless: {
    about: "The class of an SDK with the surface of one that Stainless made.",
    names: {
      binding: {
        "catalog/sdk": ["type MethodArguments", "type MethodShape", "type SdkCatalog"],
        "request/sdk/types": [
          "type AnyClient",
          "type CredentialInput",
          "type MethodFunction",
          "type StreamingFunction",
          "type Unwrap",
          "type WithResponse",
        ],
        "stainless/calls": ["defineMethod"],
        "stainless/errors": [
          "AuthenticationError",
          "BadRequestError",
          "ConflictError",
          "InternalServerError",
          "NotFoundError",
          "PermissionDeniedError",
          "RateLimitError",
          "UnprocessableEntityError",
          "type BodyOf",
          "type StatusErrors",
        ],
        "stainless/stainless": ["createStainless", "type StainlessConstructor"],
        "stainless/stream-methods": ["defineStreamMethod"],
        "stainless/types": [
          "type FetchOptions",
          "type StainlessClient",
          "type StainlessOAuthOptions",
          "type StainlessOptions",
          "type StainlessWebhooks",
          "type ToFileInput",
        ],
      },
      stainless: {
        "stainless/connection-errors": [
          "APIConnectionError",
          "APIConnectionTimeoutError",
          "APIUserAbortError",
        ],
        "stainless/errors": ["APIError"],
        "stainless/types": [
          "type APIPromise",
          "type Logger",
          "type LogLevel",
          "type Page",
          "type PagePromise",
          "type RequestOptions",
          "type Uploadable",
        ],
        "stainless/uploads": ["toFile"],
      },
      streams: {
        "stainless/stream": ["Stream"],
      },
    },
  },
  webhooks: {
    about:
      "The webhook toolkit, to be bound to the catalog and the signature scheme of a service, and its middlewares, which are in the same file of the package.",
    names: {
      binding: {
        "catalog/signatures": ["type SignaturePlan"],
        "catalog/webhooks": ["type FieldSource", "type RelayMessageKeys", "type WebhookCatalog"],
        "receive/middleware/fastify": [
          "createFastifyPlugin",
          "type FastifyPlugin",
          "type FastifyPluginOptions",
          "type FastifyScope",
        ],
        "receive/middleware/lambda": [
          "createLambdaHandler",
          "type LambdaEvent",
          "type LambdaHandler",
          "type LambdaHandlerOptions",
          "type LambdaResult",
        ],
        "receive/signatures/algorithms": [
          "ECDSA_P256_SHA256",
          "ED25519",
          "HMAC_SHA1",
          "HMAC_SHA256",
          "HMAC_SHA512",
          "TOKEN",
        ],
        "receive/signatures/scheme": ["bindScheme"],
        "receive/signatures/secrets": [
          "readBase64Key",
          "readBase64Secret",
          "readHexKey",
          "readHexSecret",
          "readPrefixedSecret",
          "readTextSecret",
        ],
        "receive/signatures/types": [
          "type Algorithm",
          "type DeliveryContext",
          "type DeliveryHeaders",
          "type SecretReader",
          "type SignatureRefusal",
          "type SignatureScheme",
          "type SignContext",
          "type VerifyContext",
        ],
        "receive/webhooks/event-names": ["createEventNameValidator", "type EventNameValidator"],
        "receive/webhooks/options": [
          "type HeaderWebhooksOptions",
          "type InvalidPayload",
          "type WebhooksOptions",
        ],
        "receive/webhooks/parts/preset": [
          "createWebhooks",
          "type AnyPayloads",
          "type DeliveryPlace",
          "type PresetEvent",
          "type PresetOptions",
          "type PresetTypes",
        ],
        "receive/webhooks/receiver": ["type WebhooksInstance"],
        "receive/webhooks/service": [
          "type BindChallenges",
          "type BindFields",
          "type BodyFormat",
          "type NameMatcher",
          "type WebhookParts",
        ],
        "receive/webhooks/types": [
          "type ChallengeAnswer",
          "type ErrorHandler",
          "type EventHandler",
          "type HeaderDelivery",
          "type HeaderWebhooks",
          "type NameSplitter",
          "type SignedWebhooks",
          "type UnnamedDelivery",
          "type Webhooks",
          "type WebhooksKinds",
          "type WebhookTypes",
        ],
        "receive/webhooks/unwrap": [
          "bindUnwrap",
          "createOpener",
          "createUnwrap",
          "type UnwrapDelivery",
        ],
        "receive/webhooks/webhooks": ["bindWebhooks", "type WebhooksConstructor"],
      },
      root: {
        "receive/middleware/answer": ["type ErrorBody"],
        "receive/middleware/node": [
          "createNodeMiddleware",
          "type NodeMiddleware",
          "type NodeMiddlewareOptions",
          "type NodeRequest",
          "type NodeResponse",
        ],
        "receive/middleware/web": [
          "createWebMiddleware",
          "type WebMiddleware",
          "type WebMiddlewareOptions",
        ],
        "receive/webhooks/webhook-error": ["type HttpErrorCode"],
      },
      deliveries: {
        "receive/signatures/types": ["type RawPayload"],
        "receive/webhooks/event-names": ["anyEvent"],
        "receive/webhooks/options": [
          "type PayloadError",
          "type SecretLookup",
          "type UnverifiedDelivery",
          "type ValidationOptions",
          "type WebhookSecret",
        ],
        "receive/webhooks/types": ["type AnyEvent", "type DrainOptions", "type Unregister"],
        "receive/webhooks/webhook-error": [
          "WebhookAggregateError",
          "WebhookError",
          "type FailedEvent",
          "type WebhookErrorCode",
        ],
      },
      events: {
        "receive/webhooks/event-names": ["type ValidateEventNameOptions"],
        "receive/webhooks/types": ["type Log", "type UnknownEvent"],
      },
    },
  },
  deliveries: {
    about: "Code that some deliveries need beyond the toolkit, to be passed to `bindWebhooks`.",
    names: {
      binding: {
        "catalog/webhooks": ["type Challenge", "type EventResource"],
        "receive/webhooks/parts/challenge": ["createChallenges"],
        "receive/webhooks/parts/fields": ["readFields"],
        "receive/webhooks/parts/forms": ["createFormDeliveryReader", "readFormDelivery"],
        "receive/webhooks/parts/resources": ["createResources"],
        "receive/webhooks/parts/varying-names": ["createNameMatcher", "createNameSplitter"],
      },
    },
  },
  signing: {
    about: "Signs and verifies by a plan; a client imports the code that its own scheme needs.",
    names: {
      binding: {
        "#platform": ["SHA1", "SHA256", "SHA512"],
        "receive/signatures/any-port": ["acceptAnyPort", "readUrlPieces"],
        "receive/signatures/hmac": [
          "bindHmacHeaderVerify",
          "bindHmacSign",
          "bindHmacVerify",
          "type SignedHeaders",
        ],
        "receive/signatures/readers": [
          "readDecodedUrl",
          "readForm",
          "readHeader",
          "readJsonTimestamp",
          "readLead",
          "readListedTimestamp",
          "readMethod",
          "readPieces",
          "readPlaceholder",
          "readUrl",
        ],
        "receive/signatures/scheme": ["bindSign", "bindTextSign", "bindTextVerify", "bindVerify"],
        "receive/signatures/types": ["type PlaceholderReader", "type SchemeParts"],
      },
    },
  },
  signatures: {
    about: "Signature schemes of well-known services, and verifying without a toolkit.",
    names: {
      binding: {
        "receive/signatures/algorithms": [
          "ECDSA_P256_SHA256",
          "ED25519",
          "HMAC_SHA1",
          "HMAC_SHA256",
          "HMAC_SHA512",
          "TOKEN",
        ],
        "receive/signatures/define": [
          "defineScheme",
          "defineStandardWebhooks",
          "type SchemeDefinition",
        ],
        "receive/signatures/schemes": ["*"],
        "receive/signatures/types": [
          "type Algorithm",
          "type DeliveryContext",
          "type DeliveryHeaders",
          "type PlaceholderReader",
          "type SignatureRefusal",
          "type SignatureScheme",
          "type SignContext",
        ],
        "receive/signatures/verifier": ["createVerifier", "type Verifier", "type VerifierOptions"],
      },
    },
  },
  "middleware/fastify": {
    about: "A subpath of its own, so that the middleware is found by its name.",
    names: {
      binding: {
        "receive/middleware/answer": ["type ErrorBody"],
        "receive/middleware/fastify": [
          "createFastifyPlugin",
          "type FastifyPlugin",
          "type FastifyPluginOptions",
          "type FastifyScope",
        ],
        "receive/webhooks/webhook-error": ["type HttpErrorCode"],
      },
    },
  },
  "middleware/lambda": {
    about: "A subpath of its own, so that the middleware is found by its name.",
    names: {
      binding: {
        "receive/middleware/answer": ["type ErrorBody"],
        "receive/middleware/lambda": [
          "createLambdaHandler",
          "type LambdaEvent",
          "type LambdaHandler",
          "type LambdaHandlerOptions",
          "type LambdaResult",
        ],
        "receive/webhooks/webhook-error": ["type HttpErrorCode"],
      },
    },
  },
  "middleware/node": {
    about: "A subpath of its own, so that the middleware is found by its name.",
    names: {
      binding: {
        "receive/middleware/answer": ["type ErrorBody"],
        "receive/middleware/node": [
          "createNodeMiddleware",
          "type NodeMiddleware",
          "type NodeMiddlewareOptions",
          "type NodeRequest",
          "type NodeResponse",
        ],
        "receive/webhooks/webhook-error": ["type HttpErrorCode"],
      },
    },
  },
  "middleware/web": {
    about: "A subpath of its own, so that the middleware is found by its name.",
    names: {
      binding: {
        "receive/middleware/answer": ["type ErrorBody"],
        "receive/middleware/web": [
          "createWebMiddleware",
          "type WebMiddleware",
          "type WebMiddlewareOptions",
        ],
        "receive/webhooks/webhook-error": ["type HttpErrorCode"],
      },
    },
  },
  relay: {
    about: "Deliveries from a relay, over server-sent events.",
    names: {
      binding: {
        "relay/connect-relay": ["connectRelay", "type RelayConnection"],
        "relay/errors": ["RelayError", "type RelayErrorCode"],
        "relay/options": ["type RelayOptions", "type RelayState"],
      },
    },
  },
  "relay/server": {
    about: "A relay that keeps deliveries.",
    names: {
      binding: {
        "relay/server/channel": ["type ChannelDelivery", "type RelayChannel"],
        "relay/server/memory-store": ["openMemoryRelayStore"],
        "relay/server/node": [
          "createRelayListener",
          "type RelayListener",
          "type RelayRequest",
          "type RelayResponse",
        ],
        "relay/server/options": ["type RelayServerOptions"],
        "relay/server/relay-server": ["createChannel", "createRelayServer", "type RelayServer"],
        "relay/server/sqlite-store": ["openSqliteRelayStore"],
        "relay/server/store": [
          "type KeptDelivery",
          "type NewDelivery",
          "type RelayStore",
          "type RelayStoreLimits",
          "type StoreState",
        ],
      },
    },
  },
  "relay/cloudflare": {
    about: "A relay in a Durable Object of Cloudflare.",
    names: {
      binding: {
        "relay/server/cloudflare": [
          "createRelayWorker",
          "type DurableRelayStore",
          "type DurableStorage",
          "openDurableRelayStore",
          "type RelayBindings",
          "type RelayObject",
          "type RelayObjectContext",
          "type RelayWorker",
          "type RelayWorkerOptions",
        ],
      },
    },
  },
  inbox: {
    about: "The inbox: deliveries are stored before they are answered, and handled afterwards.",
    names: {
      binding: {
        "inbox/catch-up/types": [
          "type CatchUpClient",
          "type CatchUpOptions",
          "type CatchUpReport",
          "type CatchUpSource",
        ],
        "inbox/inbox": ["createInbox"],
        "inbox/memory/memory-store": ["openMemoryStore"],
        "inbox/observe/metrics-http": [
          "createNodeMetrics",
          "createWebMetrics",
          "type MetricsOptions",
        ],
        "inbox/move": ["moveDeliveries"],
        "inbox/store": [
          "InboxError",
          "type AttemptError",
          "type Backlog",
          "type DeliveryState",
          "type DeliverySummary",
          "type InboxErrorCode",
          "type InboxStats",
          "type InboxStore",
          "type StoredDelivery",
        ],
        "inbox/types": [
          "type CatchUpRunOptions",
          "type Inbox",
          "type InboxFact",
          "type InboxFilter",
          "type InboxOptions",
          "type OrderedEvent",
          "type RetryOptions",
        ],
      },
    },
  },
  "inbox/catch-up": {
    about: "Lists of what services have sent, for an inbox that fetches what never arrived.",
    names: {
      binding: {
        "catalog/catch-up": ["type CatchUpPlan"],
        "inbox/catch-up/source": [
          "createCatchUpSource",
          "githubDeliveries",
          "stripeEvents",
          "svixMessages",
        ],
        "inbox/catch-up/types": ["type CatchUpSource"],
      },
    },
  },
  "inbox/postgres": {
    about: "Deliveries in PostgreSQL.",
    names: {
      binding: {
        "inbox/postgres/store": ["openPostgresStore", "type PostgresStoreOptions"],
      },
    },
  },
  "inbox/sqlite": {
    about: "Deliveries in a file of SQLite.",
    names: {
      binding: {
        "inbox/sqlite/engine": ["type SqliteHandle"],
        "inbox/sqlite/store": ["openSqliteStore", "type SqliteStoreOptions"],
      },
    },
  },
  schemas: {
    about: "Standard Schemas: the rules that generated plans name.",
    names: {
      binding: {
        "catalog/values": ["type JsonOf"],
        "receive/webhooks/parts/payload-validator": [
          "type PayloadLoader",
          "type SchemasOfPayloads",
        ],
        "schemas/check": ["type Issue", "type Plan"],
        "schemas/client-checks": ["type SchemaLoader", "type SchemasOfRoutes"],
        "schemas/object-rules": ["field", "names", "object", "others", "record"],
        "schemas/rules": [
          "all",
          "anyOf",
          "lazy",
          "list",
          "never",
          "noneOf",
          "nullOr",
          "oneOf",
          "tuple",
        ],
        "schemas/schema": ["schema", "type AsJson", "type Schema"],
      },
    },
  },
  "json-schema": {
    about: "JSON Schemas of Standard Schemas, for packages that ask for one.",
    names: {
      binding: {
        "schemas/json-schema": ["withJsonSchema", "type SchemaWithJson"],
      },
    },
  },
  validate: {
    about:
      "Validation of payloads, and of what clients send and receive, to be bound to a service.",
    names: {
      binding: {
        "receive/webhooks/parts/payload-validator": [
          "createPayloadValidator",
          "type EventsInJson",
          "type ValidatorCatalog",
        ],
        "schemas/client-checks": ["createClientSchemas"],
      },
      routes: {
        "catalog/client": ["type ClientSchemas"],
        "schemas/check": ["type Issue"],
        "schemas/client-checks": ["InvalidDataError"],
      },
      events: {
        "receive/webhooks/options": ["type InvalidPayload", "type PayloadError"],
        "receive/webhooks/parts/payload-validator": ["type PayloadValidator", "type ValidPayload"],
      },
    },
  },
  testing: {
    about: "Signed deliveries for tests of handlers, to be bound to the samples of a service.",
    names: {
      binding: {
        "testing/webhook-deliveries": ["createDeliveryFactory", "type DeliverySource"],
      },
      deliveries: {
        "testing/webhook-deliveries": [
          "type CreateDelivery",
          "type Delivery",
          "type DeliveryOptions",
          "type Overrides",
        ],
      },
      routes: {
        "testing/client-mock": [
          "createMockFetch",
          "type MockFetch",
          "type MockReply",
          "type MockRequest",
        ],
      },
    },
  },
  development: {
    about: "Warnings during development; a bundle has them only if it imports them.",
    names: {
      binding: {
        "request/declared/unknown-routes": ["warnUnknownRoutes", "type RouteWarningOptions"],
      },
    },
  },
} as const satisfies Readonly<Record<string, Subpath>>;

/** The root of `typewire-runtime`: all names of some subpaths, and some names of others. */
export const RUNTIME_ROOT = {
  about: "The whole runtime without the relay, for clients that are bound by hand.",
  all: [
    "client",
    "deliveries",
    "endpoint",
    "oauth",
    "requests",
    "signing",
    "testing",
    "validate",
    "values",
    "webhooks",
  ],
  some: {
    calls: ["defineMethod", "type MethodForm"],
    sdk: [
      "AuthenticationError",
      "BadRequestError",
      "ConflictError",
      "createSdk",
      "InternalServerError",
      "NotFoundError",
      "PermissionDeniedError",
      "RateLimitError",
      "UnprocessableEntityError",
      "type SdkCatalog",
      "type SdkConstructor",
      "type SdkExtensions",
      "type SdkOptions",
    ],
  },
} as const;

/** The subpaths of a client, each with its generated module. A client may lack some of the modules. */
export const CLIENT = {
  ".": "index",
  "./sdk": "sdk",
  "./resources/*": "methods/*",
  "./endpoint": "endpoint",
  "./webhooks": "webhooks",
  "./client": "client",
  "./core": "core",
  "./routes": "route-helpers",
  "./responses": "endpoints",
  "./methods": "methods",
  "./testing": "testing",
  "./middleware/fastify": "middleware/fastify",
  "./middleware/lambda": "middleware/lambda",
  "./middleware/node": "middleware/node",
  "./middleware/web": "middleware/web",
  "./validate": "validate",
  "./schemas": "schemas/index",
  "./schemas/*": "schemas/*",
  "./relay": "relay",
  "./catch-up": "catch-up",
} as const;

/** Subpaths that only a client has whose `outputs` ask for them. */
export const ON_REQUEST = { "./paths": "paths" } as const;

/** Modules of clients that receive deliveries. Each has the names of the runtime's module of its name. */
export const RECEIVING = [
  "middleware/fastify",
  "middleware/lambda",
  "middleware/node",
  "middleware/web",
  "relay",
] as const;

/** Subpaths of a client that have nothing but data and types, so that all platforms share their files. */
export const DATA = ["./routes", "./responses", "./schemas", "./schemas/*"] as const;

/** Subpaths that the client `typewire` has beyond others. They are those of the runtime. */
export const PASSED_ON = [
  "./development",
  "./inbox",
  "./inbox/catch-up",
  "./inbox/postgres",
  "./inbox/sqlite",
  "./paths",
  "./query",
  "./relay/cloudflare",
  "./relay/server",
  "./signatures",
] as const;

/** Subpaths of the runtime that are not on JSR, because their peers are only on npm. */
export const NOT_ON_JSR = ["./inbox/postgres"] as const;
