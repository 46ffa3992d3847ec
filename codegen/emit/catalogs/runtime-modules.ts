import { joinLines } from "../print/print.js";

/**
 * The modules of the runtime package, with what entries import of each. A client loads the modules
 * that it imports, and no others.
 */
export const RUNTIME_MODULES = {
  endpoint: [
    "anyRoute",
    "createEndpoint",
    "EndpointError",
    "expandTemplate",
    "toRequest",
    "AnyRoute",
    "DefaultOptions",
    "Endpoint",
    "EndpointDefaults",
    "EndpointErrorCode",
    "EndpointOptions",
    "HeadersInput",
    "MediaTypeOptions",
    "MergedOptions",
    "RequestOptions",
    "RequestParameters",
    "UnknownParameters",
  ],
  requests: ["declaredParameters", "formBody", "multipartBody", "serverVariables"],
  webhooks: [
    "anyEvent",
    "bindBodyScheme",
    "createEventNameValidator",
    "createNodeMiddleware",
    "createWebhooks",
    "createWebMiddleware",
    "ECDSA_P256_SHA256",
    "ED25519",
    "HMAC_SHA1",
    "HMAC_SHA256",
    "HMAC_SHA512",
    "readBase64Key",
    "readBase64Secret",
    "readHexKey",
    "readHexSecret",
    "readPrefixedSecret",
    "readTextSecret",
    "TOKEN",
    "WebhookAggregateError",
    "WebhookError",
    "AnyEvent",
    "DeliveryHeaders",
    "DrainOptions",
    "ErrorBody",
    "EventHandler",
    "EventNameValidator",
    "FailedEvent",
    "HeaderWebhooks",
    "HttpErrorCode",
    "Log",
    "NodeMiddleware",
    "NodeMiddlewareOptions",
    "NodeRequest",
    "NodeResponse",
    "RawPayload",
    "SignContext",
    "SignedWebhooks",
    "UnknownEvent",
    "Unregister",
    "ValidateEventNameOptions",
    "ValidationOptions",
    "VerifyContext",
    "WebhookErrorCode",
    "Webhooks",
    "WebhooksConstructor",
    "WebMiddleware",
    "WebMiddlewareOptions",
  ],
  deliveries: [
    "createChallenges",
    "createFormDeliveryReader",
    "createNameMatcher",
    "createNameSplitter",
    "readFields",
    "readFormDelivery",
  ],
  signing: [
    "acceptAnyPort",
    "bindHeaderScheme",
    "bindHeaderSign",
    "bindHeaderVerify",
    "bindHmacHeaderVerify",
    "bindHmacSign",
    "bindHmacVerify",
    "bindSign",
    "bindVerify",
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
    "readUrlPieces",
    "SHA1",
    "SHA256",
    "SHA512",
  ],
  testing: [
    "createDeliveryFactory",
    "createMockFetch",
    "CreateDelivery",
    "Delivery",
    "DeliveryOptions",
    "MockFetch",
    "MockReply",
    "MockRequest",
    "Overrides",
  ],
  validate: [
    "createPayloadValidator",
    "InvalidPayload",
    "PayloadError",
    "PayloadValidator",
    "ValidPayload",
  ],
} as const;

const MODULE_OF: ReadonlyMap<string, string> = new Map(
  Object.entries(RUNTIME_MODULES).flatMap(([module, names]) => names.map((name) => [name, module])),
);

/** A module of the runtime package, as an entry names it. */
export function runtimeModule(runtime: string, module: string): string {
  return JSON.stringify(`${runtime}/${module}`);
}

/**
 * Imports or exports names of the runtime, with one statement for each module, in the order of the
 * names. A name may be followed by `as` and another.
 */
export function printRuntimeNames(
  keyword: "import" | "import type" | "export" | "export type",
  names: Iterable<string>,
  runtime: string,
): string {
  const byModule = new Map<string, string[]>();
  for (const name of [...new Set(names)].sort(compareNames)) {
    const module = MODULE_OF.get(name.replace(/ as .*/, ""));
    if (module === undefined) throw new Error(`No module of the runtime is known to have ${name}.`);
    byModule.set(module, [...(byModule.get(module) ?? []), name]);
  }
  const statements = [...byModule].map(
    ([module, list]) => `${keyword} { ${list.join(", ")} } from ${runtimeModule(runtime, module)};`,
  );
  return joinLines(statements);
}

/** Orders names as an editor sorts imports. */
export function compareNames(one: string, other: string): number {
  return one.toLowerCase() < other.toLowerCase() ? -1 : 1;
}
