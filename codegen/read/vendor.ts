import type { TypesPackage, Vendor } from "../model.js";
import { checkVariables, readVariables, type VariableEntry } from "./variables.js";
import { entriesOf, type Report, type YamlDocument, type YamlMap } from "./yaml-document.js";

/** `vendor.yaml` as `vendor.schema.json` describes it. */
interface VendorEntry {
  readonly name: string;
  readonly title: string;
  readonly baseUrl: string;
  readonly variables?: Readonly<Record<string, string | VariableEntry>>;
  readonly mediaType?: {
    readonly accept?: string;
    readonly perRoute?: boolean;
    readonly prefix?: string;
  };
  readonly runtime?: string | false;
  readonly typesPackage?: Partial<TypesPackage> & Pick<TypesPackage, "name" | "version">;
  readonly webhooks: {
    readonly path: string;
    readonly headers: Vendor["webhooks"]["headers"];
    readonly relay?: Partial<Vendor["webhooks"]["relay"]>;
  };
}

/** Reports mistakes that the JSON Schema of the format cannot find. */
export function checkVendor(document: YamlDocument, report: Report): void {
  checkVariables(document, report);
  checkHeaders(document, report);
}

/** Reports equal headers. HTTP ignores their case. */
function checkHeaders(document: YamlDocument, report: Report): void {
  const webhooks = (document.value as YamlMap | null)?.["webhooks"]; // nothing is known of it yet
  const headers = Object.fromEntries(entriesOf(webhooks))["headers"];
  const keyOf = new Map<string, string>();
  for (const [key, name] of entriesOf(headers)) {
    const folded = String(name).toLowerCase();
    const first = keyOf.get(folded);
    if (first === undefined) keyOf.set(folded, key);
    else {
      const message = `The header is ${JSON.stringify(name)}, the same as \`${first}\`; expected a different one.`;
      report(document.diagnose(["webhooks", "headers", key], { message }));
    }
  }
}

/** Reads a validated document. */
export function readVendor(document: YamlDocument): Vendor {
  const { name, title, baseUrl, mediaType, runtime, typesPackage, webhooks } =
    document.value as VendorEntry; // validated
  const variables = readVariables(document);
  const { path, headers, relay } = webhooks;
  const description = `Types of the webhook payloads of ${title}.`;
  return {
    name,
    title,
    baseUrl,
    ...(variables.length > 0 && { variables }),
    accept: mediaType?.accept ?? "application/json",
    ...(mediaType?.perRoute === false && { acceptsPerRoute: false }),
    mediaTypePrefix: mediaType?.prefix ?? `application/vnd.${name}`,
    runtime: runtime ?? "typewire/runtime",
    ...(typesPackage === undefined ? {} : { typesPackage: { description, ...typesPackage } }),
    webhooks: {
      path,
      headers: { event: headers.event, delivery: headers.delivery, signature: headers.signature },
      relay: {
        id: relay?.id ?? [headers.delivery.toLowerCase()],
        event: relay?.event ?? [headers.event.toLowerCase()],
        signature: relay?.signature ?? [headers.signature.toLowerCase()],
        body: relay?.body ?? ["body"],
        rawBody: relay?.rawBody ?? ["rawBody"],
      },
    },
    source: { file: document.file, path: [] },
  };
}
