/** Reads `webhooks` of `vendor.yaml`: signatures, and where deliveries have their names and ids. */
import { entriesOf, isMap, type JsonMap } from "../model/json.js";
import { alternatives } from "../model/messages.js";
import { CATCH_UP_PRESETS, type CatchUpPlan } from "../../src/catalog/catch-up.js";
import type { FieldSource } from "../../src/catalog/webhooks.js";
import type { VendorWebhooks } from "../model/model.js";
import { type Path, valueAt, type YamlDocument } from "./documents/yaml-document.js";
import {
  findSigningRisk,
  listHashedNames,
} from "../../src/receive/signatures/plan/challenge-text.js";
import { planSignature } from "../../src/receive/signatures/plan/plan.js";
import type { SignatureDescription } from "../../src/catalog/signatures.js";
import { describeStandardWebhooks, PRESETS } from "../../src/receive/signatures/plan/presets.js";

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

/** `catchUp` of `vendor.yaml`: a preset, a list, or several. */
type CatchUpEntry = keyof typeof CATCH_UP_PRESETS | CatchUpListEntry | readonly CatchUpListEntry[];

type CatchUpListEntry = Omit<CatchUpPlan, "order"> & Partial<Pick<CatchUpPlan, "order">>;

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
  const { path, event, signature, body = "json", challenge = [], relay } = entry as WebhooksEntry; // validated
  const { catchUp } = entry as WebhooksEntry; // validated
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

const CHALLENGE: Path = ["webhooks", "challenge"];

/** The locations of `when`, each with the key of a challenge that is allowed only there. */
const CONDITION_LOCATIONS: Readonly<Record<string, string | undefined>> = {
  path: "signed",
  header: undefined,
  query: "token",
};

/** Complains about contradictory challenges, and about those that sign any text for any sender. */
function checkChallenges(document: YamlDocument, webhooks: JsonMap): void {
  const value = webhooks["challenge"];
  if (!Array.isArray(value)) checkChallenge(document, value, CHALLENGE);
  else value.forEach((one, index) => checkChallenge(document, one, [...CHALLENGE, index]));
  checkHashes(document, webhooks);
}

function checkChallenge(document: YamlDocument, value: unknown, at: Path): void {
  if (!isMap(value) || !isMap(value["when"])) return;
  const locations = Object.keys(CONDITION_LOCATIONS).filter(
    (key) => key in (value["when"] as JsonMap),
  );
  if (locations.length !== 1) {
    const got = locations.length === 0 ? "none of them" : alternatives(locations, "and");
    const message = `The map has ${got}; expected one of \`path\`, \`header\` and \`query\`.`;
    document.complain([...at, "when"], { message, atKey: true });
    return;
  }
  for (const [location, key] of Object.entries(CONDITION_LOCATIONS)) {
    if (key === undefined || !(key in value) || locations.includes(location)) continue;
    const message = `The key \`${key}\` stands beside \`when: { ${locations.join()} }\`; expected it only beside \`when: { ${location} }\`.`;
    document.complain([...at, key], { message, atKey: true });
  }
  checkAnswer(document, value["answer"], [...at, "answer"]);
}

function checkAnswer(document: YamlDocument, answer: unknown, at: Path): void {
  if (!isMap(answer) || !("json" in answer) || !("text" in answer)) return;
  const message = "The answer has `json` and `text`; expected one of them.";
  document.complain(at, { message, atKey: true });
}

/** Complains about the first HMAC in each answer, if it could be the signature of a delivery. */
function checkHashes(document: YamlDocument, webhooks: JsonMap): void {
  const challenges = Array.isArray(webhooks["challenge"])
    ? webhooks["challenge"].map((one: unknown, index) => ({ one, at: [...CHALLENGE, index] }))
    : [{ one: webhooks["challenge"], at: CHALLENGE }];
  const hashes = challenges.flatMap(({ one, at }) => {
    return listTexts(valueAt(one, "answer"), [...at, "answer"])
      .filter(({ text }) => listHashedNames(text).length > 0)
      .slice(0, 1);
  });
  const risk = hashes.length === 0 ? undefined : findRisk(webhooks);
  if (risk === undefined) return;
  for (const { path } of hashes) {
    const message = `The answer to a challenge holds \`{hmac:…}\` ${risk}`;
    document.complain(path, { message });
  }
}

/** Finds the risk of signing answers; `undefined` also for an invalid signature. */
function findRisk({ signature, body }: JsonMap): string | undefined {
  try {
    const description = readSignature(signature);
    const { content } = planSignature(description);
    return findSigningRisk(description.algorithm, content, body !== "form");
  } catch {
    return undefined; // reported at the signature
  }
}

function listTexts(value: unknown, path: Path): readonly { text: string; path: Path }[] {
  if (typeof value === "string") return [{ text: value, path }];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, one]) =>
    listTexts(one, [...path, Array.isArray(value) ? Number(key) : key]),
  );
}

// ---- Catch-up

const CATCH_UP: Path = ["webhooks", "catchUp"];

/** Sources of the parameter of the next page, each with the key that is allowed only beside it. */
const NEXT_SOURCES: Readonly<Record<string, string | undefined>> = {
  link: undefined,
  item: "more",
  body: "done",
};

/** Complains about lists that an inbox could not read, or could not tell from what has arrived. */
function checkCatchUp(document: YamlDocument, webhooks: JsonMap): void {
  const value = webhooks["catchUp"];
  if (value === undefined) return;
  if (webhooks["delivery"] === undefined && findIdOfScheme(webhooks) === undefined) {
    const message =
      "The key `catchUp` stands in a service without ids; expected `delivery`, by which what has arrived is known.";
    document.complain(CATCH_UP, { message, atKey: true });
  }
  if (Array.isArray(value))
    value.forEach((one, index) => checkCatchUpPlan(document, one, [...CATCH_UP, index]));
  else checkCatchUpPlan(document, value, CATCH_UP);
}

function findIdOfScheme({ signature }: JsonMap): FieldSource | undefined {
  try {
    return readSignature(signature).id;
  } catch {
    return undefined; // reported at the signature
  }
}

function checkCatchUpPlan(document: YamlDocument, plan: unknown, at: Path): void {
  if (!isMap(plan)) return;
  const { next, since, order, delivery, route } = plan;
  if (isMap(next)) checkNextPage(document, next, [...at, "next"]);
  if (order === "oldest-first" && since === undefined) {
    const message =
      "The list begins with the oldest item and has no `since`; expected the parameter that bounds the time.";
    document.complain([...at, "order"], { message });
  }
  if (!isMap(delivery) || typeof delivery["route"] !== "string" || typeof route !== "string")
    return;
  const known = [...variablesOf(route), ...entriesOf(delivery["parameters"]).map(([name]) => name)];
  for (const name of variablesOf(delivery["route"]).filter((each) => !known.includes(each))) {
    const message = `The parameter \`{${name}}\` has no value; expected it in the route of the list, or under \`parameters\`.`;
    document.complain([...at, "delivery", "route"], { message });
  }
}

function checkNextPage(document: YamlDocument, next: JsonMap, at: Path): void {
  const sources = Object.keys(NEXT_SOURCES).filter((key) => key in next);
  if (sources.length !== 1) {
    const got = sources.length === 0 ? "none of them" : alternatives(sources, "and");
    const message = `The map has ${got}; expected one of \`link\`, \`item\` and \`body\`.`;
    document.complain(at, { message, atKey: true });
    return;
  }
  for (const [source, key] of Object.entries(NEXT_SOURCES)) {
    if (key === undefined || !(key in next) || sources.includes(source)) continue;
    const message = `The key \`${key}\` stands beside \`${sources.join()}\`; expected it only beside \`${source}\`.`;
    document.complain([...at, key], { message, atKey: true });
  }
}

function variablesOf(route: string): readonly string[] {
  return Array.from(route.matchAll(/\{([^{}]+)\}/g), ([, name = ""]) => name);
}

function readCatchUp(entry: CatchUpEntry): readonly CatchUpPlan[] {
  if (typeof entry === "string") return CATCH_UP_PRESETS[entry];
  return [entry].flat().map((plan) => ({ ...plan, order: plan.order ?? "newest-first" }));
}

/** `signature` of `vendor.yaml`: a preset, one with a header prefix, or a description. */
type SignatureEntry =
  | keyof typeof PRESETS
  | { readonly preset: keyof typeof PRESETS; readonly prefix?: string }
  | SignatureDescription;

const PATH = ["webhooks", "signature"];

/** Complains about a contradictory description, and a prefix that its preset does not have. */
function checkSignature(document: YamlDocument, value: unknown): void {
  if (isMap(value) && "prefix" in value && value["preset"] !== "standard-webhooks") {
    const message = `The preset is \`${String(value["preset"])}\`; expected \`standard-webhooks\`, the only one with a prefix.`;
    document.complain([...PATH, "preset"], { message });
    return;
  }
  try {
    planSignature(readSignature(value));
  } catch (error) {
    // Another error is a violation of the format, which is reported at its place.
    if (!(error instanceof TypeError) || !/^The (?:scheme's|placeholder)/.test(error.message))
      return;
    document.complain(PATH, { message: error.message, atKey: true });
  }
}

/** Reads a validated entry. Replaces presets by their descriptions. */
function readSignature(value: unknown): SignatureDescription {
  const entry = value as SignatureEntry; // validated
  if (typeof entry === "string") return PRESETS[entry];
  if (!("preset" in entry)) return entry;
  const { preset, prefix } = entry;
  return prefix === undefined ? PRESETS[preset] : describeStandardWebhooks(prefix);
}
