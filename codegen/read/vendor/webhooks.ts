/** Checks and reads `webhooks` of `vendor.yaml`: where deliveries have their names and ids, and how they are signed. */
import { entriesOf, isMap, type JsonMap } from "../../model/json.js";
import type { FieldSource } from "../../../src/catalog/webhooks.js";
import type { VendorWebhooks } from "../../model/model.js";
import { valueAt, type YamlDocument } from "../documents/yaml-document.js";
import { type CatchUpEntry, checkCatchUp, readCatchUp } from "./catch-up.js";
import { checkChallenges } from "./challenges.js";
import { checkSignature, readSignature } from "./signature.js";

/** Complains about an obsolete key, wrong signatures and challenges, and one field for two values. */
export function checkWebhooks(document: YamlDocument): void {
  const webhooks = webhooksOf(document);
  if (webhooks === undefined) return;
  if ("headers" in webhooks) {
    const message = `The key \`headers\` is obsolete; expected ${describeReplacement(webhooks["headers"])}.`;
    document.complain(["webhooks", "headers"], { message, atKey: true });
    return;
  }
  if (webhooks["signature"] !== undefined) checkSignature(document, webhooks["signature"]);
  checkChallenges(document, webhooks);
  checkCatchUp(document, webhooks);
  refuseEqualLocations(document, webhooks);
}

function webhooksOf({ value }: YamlDocument): JsonMap | undefined {
  const webhooks = valueAt(value, "webhooks");
  return isMap(webhooks) ? webhooks : undefined;
}

/** The replacement for the keys that `headers` had. */
function describeReplacement(headers: unknown): string {
  const names = new Map(entriesOf(headers).map(([key, name]) => [key, String(name)] as const));
  const { event = "…", delivery = "…", signature = "…" } = Object.fromEntries(names);
  const scheme =
    signature.toLowerCase() === "x-hub-signature-256"
      ? "github"
      : `{ header: ${signature}, algorithm: hmac-sha256, format: "sha256={signature}" }`;
  return `\`event: { header: ${event} }\`, \`delivery: { header: ${delivery} }\` and \`signature: ${scheme}\``;
}

function refuseEqualLocations(document: YamlDocument, webhooks: JsonMap): void {
  const keyOf = new Map<string, string>();
  for (const key of ["event", "delivery"]) {
    for (const [kind, value] of entriesOf(webhooks[key])) {
      const name = kind === "header" ? String(value).toLowerCase() : String(value);
      const first = keyOf.get(`${kind} ${name}`);
      if (first === undefined) keyOf.set(`${kind} ${name}`, key);
      else {
        const what = kind === "header" ? "header" : "path";
        const message = `The ${what} is ${JSON.stringify(value)}, the same as that of \`${first}\`; expected a different one.`;
        document.complain(["webhooks", key, kind], { message });
      }
    }
  }
}

/** Reads a validated document; `undefined` while a needed key is missing. */
export function readWebhooks(entry: unknown): VendorWebhooks | undefined {
  if (entry === undefined) return undefined;
  const webhooks = entry as WebhooksEntry; // validated
  const { path, event, signature, body = "json", challenge = [], catchUp, relay } = webhooks;
  if (event === undefined || signature === undefined) return undefined;
  const scheme = readSignature(signature);
  const delivery = webhooks.delivery ?? scheme.id;
  return {
    path,
    event,
    ...(delivery && { delivery }),
    signature: scheme,
    body,
    challenges: [challenge].flat(),
    ...(catchUp && { catchUp: readCatchUp(catchUp) }),
    relay: {
      id: relay?.id ?? headersIn(delivery),
      event: relay?.event ?? headersIn(event),
      signature: relay?.signature ?? [scheme.header.toLowerCase()],
      body: relay?.body ?? ["body"],
      rawBody: relay?.rawBody ?? ["rawBody"],
    },
  };
}

/** The key of a relay message, which passes headers on in lowercase. */
function headersIn(location: FieldSource | undefined): readonly string[] {
  return location !== undefined && "header" in location ? [location.header.toLowerCase()] : [];
}

/** `webhooks` of `vendor.yaml` as `vendor.schema.json` describes it. */
interface WebhooksEntry {
  readonly path: string;
  readonly event?: FieldSource;
  readonly delivery?: FieldSource;
  readonly signature?: unknown;
  readonly body?: "json" | "form" | { readonly form: string };
  readonly challenge?: object | readonly object[];
  readonly catchUp?: CatchUpEntry;
  readonly relay?: Partial<VendorWebhooks["relay"]>;
}
