import type { FieldLocation, VendorWebhooks } from "../model/model.js";
import { checkChallenges } from "./challenges.js";
import { checkSignature, readSignature } from "./signature.js";
import { isMissing, OF_WEBHOOKS } from "./todos.js";
import {
  entriesOf,
  isYamlMap,
  type Report,
  type YamlDocument,
  type YamlMap,
} from "./yaml-document.js";

/** `webhooks` of `vendor.yaml` as `vendor.schema.json` describes it. */
interface WebhooksEntry {
  readonly path: string;
  readonly event?: FieldLocation;
  readonly delivery?: FieldLocation;
  readonly signature?: unknown;
  readonly body?: "json" | "form" | { readonly form: string };
  readonly challenge?: object | readonly object[];
  readonly relay?: Partial<VendorWebhooks["relay"]>;
}

/** Reports obsolete and missing keys, and one header for two values. */
export function checkWebhooks(document: YamlDocument, report: Report): void {
  const webhooks = webhooksOf(document);
  if (webhooks === undefined) return;
  if ("headers" in webhooks) {
    const message = `The key \`headers\` is obsolete; expected ${describeReplacement(webhooks["headers"])}.`;
    report(document.diagnose(["webhooks", "headers"], { message, atKey: true }));
    return;
  }
  for (const needed of OF_WEBHOOKS.filter((each) => isMissing(document, each))) {
    const message = `The key \`${needed.path.at(-1)}\` is missing; expected ${needed.expected}.`;
    report(document.diagnose(["webhooks"], { message, atKey: true }));
  }
  if (webhooks["signature"] !== undefined) checkSignature(document, webhooks["signature"], report);
  checkChallenges(document, webhooks, report);
  refuseEqualLocations(document, webhooks, report);
}

function webhooksOf({ value }: YamlDocument): YamlMap | undefined {
  const webhooks = isYamlMap(value) ? value["webhooks"] : undefined;
  return isYamlMap(webhooks) ? webhooks : undefined;
}

/** What to write in place of the keys that `headers` had. */
function describeReplacement(headers: unknown): string {
  const names = new Map(entriesOf(headers).map(([key, name]) => [key, String(name)] as const));
  const { event = "…", delivery = "…", signature = "…" } = Object.fromEntries(names);
  const scheme =
    signature.toLowerCase() === "x-hub-signature-256"
      ? "github"
      : `{ header: ${signature}, algorithm: hmac-sha256, format: "sha256={signature}" }`;
  return `\`event: { header: ${event} }\`, \`delivery: { header: ${delivery} }\` and \`signature: ${scheme}\``;
}

function refuseEqualLocations(document: YamlDocument, webhooks: YamlMap, report: Report): void {
  const keyOf = new Map<string, string>();
  for (const key of ["event", "delivery"]) {
    for (const [kind, value] of entriesOf(webhooks[key])) {
      const name = kind === "header" ? String(value).toLowerCase() : String(value);
      const first = keyOf.get(`${kind} ${name}`);
      if (first === undefined) keyOf.set(`${kind} ${name}`, key);
      else {
        const what = kind === "header" ? "header" : "path";
        const message = `The ${what} is ${JSON.stringify(value)}, the same as that of \`${first}\`; expected a different one.`;
        report(document.diagnose(["webhooks", key, kind], { message }));
      }
    }
  }
}

/** Reads a validated document; `undefined` while a needed key is missing. */
export function readWebhooks(entry: unknown): VendorWebhooks | undefined {
  if (entry === undefined) return undefined;
  const { path, event, signature, body = "json", challenge = [], relay } = entry as WebhooksEntry; // validated
  if (event === undefined || signature === undefined) return undefined;
  const scheme = readSignature(signature);
  const delivery = (entry as WebhooksEntry).delivery ?? scheme.id; // validated
  return {
    path,
    event,
    ...(delivery && { delivery }),
    signature: scheme,
    body,
    challenges: [challenge].flat(),
    relay: {
      id: relay?.id ?? keysOf(delivery),
      event: relay?.event ?? keysOf(event),
      signature: relay?.signature ?? [scheme.header.toLowerCase()],
      body: relay?.body ?? ["body"],
      rawBody: relay?.rawBody ?? ["rawBody"],
    },
  };
}

/** A relay passes headers on in lowercase. */
function keysOf(location: FieldLocation | undefined): readonly string[] {
  return location !== undefined && "header" in location ? [location.header.toLowerCase()] : [];
}
