/**
 * Headers of the connection and of proxies, by name. All others belong to the delivery (contract D.15): its
 * content type, the headers of the service, and `authorization`, which some services sign with.
 *
 * Names, not prefixes: services sign with headers that begin like those of a proxy, such as
 * `x-vercel-signature` and `cf-webhook-auth`. A header that is passed on in vain does no harm; a signature that
 * is dropped makes the delivery worthless.
 */
const OF_CONNECTION: ReadonlySet<string> = new Set([
  // The connection, and what a client negotiates (RFC 9110, RFC 9112, RFC 9218).
  ...[
    "host",
    "connection",
    "keep-alive",
    "te",
    "trailer",
    "transfer-encoding",
    "upgrade",
    "expect",
  ],
  ...["content-length", "accept-encoding", "priority", "http2-settings", "cookie", "cookie2"],
  ...["proxy-authorization", "proxy-authenticate", "proxy-authentication-info", "proxy-connection"],
  // Proxies of any kind.
  ...["forwarded", "via", "cdn-loop", "x-real-ip", "x-client-ip", "true-client-ip"],
  ...["x-cluster-client-ip", "x-original-forwarded-for", "x-original-host", "x-original-uri"],
  ...[
    "x-forwarded",
    "x-forwarded-for",
    "x-forwarded-host",
    "x-forwarded-port",
    "x-forwarded-proto",
  ],
  ...["x-forwarded-protocol", "x-forwarded-scheme", "x-forwarded-server", "x-forwarded-ssl"],
  ...["x-forwarded-by", "x-forwarded-path", "x-forwarded-prefix", "x-forwarded-uri"],
  ...["x-forwarded-method", "x-forwarded-user", "x-forwarded-email", "x-forwarded-groups"],
  ...["x-forwarded-access-token", "x-forwarded-client-cert", "x-forwarded-tls-client-cert"],
  "x-forwarded-tls-client-cert-info",
  // Cloudflare.
  ...["cf-connecting-ip", "cf-connecting-ipv6", "cf-connecting-o2o", "cf-pseudo-ipv4", "cf-ray"],
  ...["cf-visitor", "cf-worker", "cf-ew-via", "cf-warp-tag-id", "cf-request-id", "cf-ipcountry"],
  ...[
    "cf-ipcity",
    "cf-ipcontinent",
    "cf-iplatitude",
    "cf-iplongitude",
    "cf-region",
    "cf-region-code",
  ],
  ...["cf-metro-code", "cf-postal-code", "cf-timezone", "cf-access-jwt-assertion"],
  ...["cf-access-authenticated-user-email", "cf-access-client-id", "cf-access-client-secret"],
  // Fly, Fastly, Azure.
  ...[
    "fly-client-ip",
    "fly-forwarded-port",
    "fly-forwarded-proto",
    "fly-forwarded-ssl",
    "fly-region",
  ],
  ...["fly-request-id", "fly-trace-id", "fly-tracestate", "fly-prefer-region"],
  ...["fastly-client-ip", "fastly-client", "fastly-ff", "fastly-ssl"],
  ...[
    "x-azure-clientip",
    "x-azure-socketip",
    "x-azure-ref",
    "x-azure-fdid",
    "x-azure-requestchain",
  ],
  ...["x-arr-log-id", "x-arr-ssl", "x-fd-healthprobe", "x-appengine-user-ip"],
  // Vercel.
  ...["x-vercel-id", "x-vercel-forwarded-for", "x-vercel-proxied-for", "x-vercel-deployment-url"],
  ...[
    "x-vercel-ip-country",
    "x-vercel-ip-country-region",
    "x-vercel-ip-city",
    "x-vercel-ip-latitude",
  ],
  ...["x-vercel-ip-longitude", "x-vercel-ip-timezone", "x-vercel-ip-continent"],
  ...[
    "x-vercel-ip-postal-code",
    "x-vercel-ip-as-number",
    "x-vercel-ja3-digest",
    "x-vercel-ja4-digest",
  ],
  ...["x-vercel-proxy-signature", "x-vercel-proxy-signature-ts", "x-vercel-oidc-token"],
  ...["x-vercel-sc-host", "x-vercel-sc-basepath", "x-vercel-sc-headers"],
  // AWS, Google Cloud, Envoy.
  ...["x-amzn-trace-id", "x-cloud-trace-context"],
  ...[
    "x-envoy-external-address",
    "x-envoy-internal",
    "x-envoy-attempt-count",
    "x-envoy-original-path",
  ],
  ...["x-envoy-expected-rq-timeout-ms", "x-envoy-decorator-operation", "x-envoy-peer-metadata"],
  ...["x-envoy-peer-metadata-id", "x-envoy-downstream-service-cluster"],
]);

/** @param name in lower case. */
export function isOfConnection(name: string): boolean {
  return OF_CONNECTION.has(name) || name.startsWith(":"); // such as `:path` of HTTP/2
}
