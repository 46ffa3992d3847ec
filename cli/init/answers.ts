/** Facts that `init` asks for or takes from options, and where they go in the schema folder. */
import { findPropertyAt } from "../../codegen/json-schema/paths.js";
import { createResolver } from "../../codegen/json-schema/references.js";
import { isHeaderName } from "../../codegen/model/http.js";
import { isMap } from "../../codegen/model/json.js";
import { quote } from "../../codegen/model/messages.js";
import type { FieldSource } from "../../src/catalog/webhooks.js";
import type { SchemaModel } from "../../codegen/model/model.js";
import { isAddress } from "../../codegen/read/documents/validate.js";
import { PRESETS } from "../../src/receive/signatures/plan/presets.js";
import { UsageError } from "../io/errors.js";
import type { Prompt } from "../io/prompt.js";
import { parsePresetName, PRESET_NAMES } from "../io/presets.js";

/** @throws UsageError for an invalid answer. */
export function readAnswers(options: AnswerOptions): Answers {
  const { "base-url": baseUrl, signature, event, delivery } = options;
  return {
    baseUrl: baseUrl === undefined ? undefined : acceptAddress(baseUrl),
    signature: signature === undefined ? undefined : readSignature(signature),
    event: readLocation("event", event),
    delivery: readLocation("delivery", delivery),
  };
}

function acceptAddress(text: string): string {
  const complaint = findAddressComplaint(text);
  if (complaint !== undefined) throw new UsageError(complaint);
  return withoutSlash(text);
}

function withoutSlash(text: string): string {
  return text.replace(/\/+$/, "");
}

function findAddressComplaint(text: string): string | undefined {
  if (isAddress(withoutSlash(text))) return undefined;
  return `The base address is ${quote(text)}; expected an http: or https: URL without query.`;
}

/** @throws UsageError for an unknown preset. */
function readSignature(text: string): Signature | undefined {
  if (text === "none") return undefined;
  const found = parsePresetName(text);
  if (found !== undefined) {
    const { preset, prefix } = found;
    return prefix === undefined ? preset : { preset, prefix };
  }
  throw new UsageError(
    `The value of --signature is ${quote(text)}; expected none, ${PRESET_NAMES}. ` +
      "For any other scheme, pass none and describe it in schema/vendor.yaml.",
  );
}

/** Reads `header:X-Acme-Event` or `body:data.type`. */
function readLocation(option: string, text: string | undefined): FieldSource | undefined {
  if (text === undefined) return undefined;
  const [, kind, name = ""] = /^(header|body):(.+)$/.exec(text) ?? [];
  if (kind === "header" && isHeaderName(name)) return { header: name };
  if (kind === "body" && /^[^.\s]+(\.[^.\s]+)*$/.test(name)) return { body: name };
  throw new UsageError(
    `The value of --${option} is ${quote(text)}; expected header:<name> or body:<dotted path>.`,
  );
}

/** Asks the questions that the options have not answered. */
export async function askAnswers(
  { unanswered, servers, headers }: OpenQuestions,
  answersFromOptions: Answers,
  model: SchemaModel,
  prompt: Prompt,
): Promise<Answers> {
  const asksServer =
    answersFromOptions.baseUrl === undefined && (unanswered.has("baseUrl") || servers.length > 1);
  const baseUrl = asksServer ? await askAddress(servers, prompt) : answersFromOptions.baseUrl;
  const isSigned = answersFromOptions.signature !== undefined || !unanswered.has("signature");
  const signature = isSigned ? answersFromOptions.signature : await askSignature(prompt);
  const known = { headers, model };
  let { event, delivery } = answersFromOptions;
  if (unanswered.has("event")) event ??= await askLocation(EVENT, known, prompt);
  const asksId = unanswered.has("delivery") && !signsId(signature);
  if (asksId) delivery ??= await askLocation(DELIVERY, known, prompt);
  return { baseUrl, signature, event, delivery };
}

/** True for a scheme that signs the id, so that its header is known. */
export function signsId(signature: unknown): boolean {
  const preset = isMap(signature) ? signature["preset"] : signature;
  return preset === "standard-webhooks";
}

async function askAddress(servers: readonly string[], prompt: Prompt): Promise<string | undefined> {
  if (servers.length > 1) {
    const choices = servers.map((value) => ({ value, text: value }));
    const other = { value: "", text: "another address" };
    const chosen = await prompt.choose("Where is the API?", [...choices, other]);
    if (chosen !== "") return chosen;
  }
  const answer = await prompt.askText({
    text: "Base address of the API (empty: not yet)",
    findComplaint: (text) => (text === "" ? undefined : findAddressComplaint(text)),
  });
  return answer === "" ? undefined : withoutSlash(answer);
}

async function askSignature(prompt: Prompt): Promise<Signature | undefined> {
  const chosen = await prompt.choose("How are deliveries signed?", [
    { value: "", text: "not known yet" },
    ...Object.keys(PRESETS).map((value) => ({ value, text: value })),
  ]);
  if (chosen === "") return undefined;
  if (chosen !== "standard-webhooks") return chosen;
  const prefix = await prompt.askText({
    text: "What its header names begin with",
    byDefault: "webhook",
    findComplaint: (text) =>
      /^[\w-]+$/.test(text) ? undefined : "Expected the beginning of a header name.",
  });
  return prefix === "webhook" ? chosen : { preset: chosen, prefix };
}

const EVENT: LocationQuestion = {
  text: "Where does a delivery name its event?",
  header: /event|topic|type/i,
  paths: ["type", "event", "event_type", "eventType", "topic", "name", "event.type", "eventCode"],
};

const DELIVERY: LocationQuestion = {
  text: "Where does a delivery have its id?",
  header: /id$|delivery/i,
  paths: ["id", "event_id", "eventId", "uuid", "delivery_id", "webhookId", "pspReference"],
};

async function askLocation(
  { text, header, paths }: LocationQuestion,
  { headers, model }: { readonly headers: readonly string[]; readonly model: SchemaModel },
  prompt: Prompt,
): Promise<FieldSource | undefined> {
  const choices = [
    ...headers.filter((name) => header.test(name)).map((name) => ({ header: name })),
    ...paths.filter((path) => isInPayloads(path, model)).map((path) => ({ body: path })),
  ];
  const chosen = await prompt.choose<FieldSource | "header" | "body" | undefined>(text, [
    { value: undefined, text: "not known yet" },
    ...choices.map((value) => ({ value, text: describeLocation(value) })),
    { value: "header" as const, text: "in another header" },
    { value: "body" as const, text: "elsewhere in the body" },
  ]);
  if (typeof chosen !== "string") return chosen;
  const name = await prompt.askText({
    text: chosen === "header" ? "Name of the header" : "Dotted path into the body",
    findComplaint: (answer) => {
      const pattern = chosen === "header" ? /^[\w-]+$/ : /^[^.\s]+(\.[^.\s]+)*$/;
      return pattern.test(answer) ? undefined : "Expected a name without spaces.";
    },
  });
  return chosen === "header" ? { header: name } : { body: name };
}

function describeLocation(location: FieldSource): string {
  return "header" in location
    ? `the header ${location.header}`
    : `\`${location.body}\` in the body`;
}

/** True if every event with a payload has something at a path. */
function isInPayloads(path: string, model: SchemaModel): boolean {
  const resolve = createResolver(model);
  const payloads = model.events
    .flatMap((event) => [event, ...event.actions].map((each) => each.payload))
    .filter((payload) => payload !== undefined);
  return (
    payloads.length > 0 &&
    payloads.every((payload) => findPropertyAt(payload, path, resolve) !== undefined)
  );
}

// ---- Types

/** Facts that a description lacks. An absent one is not known yet. */
export interface Answers {
  readonly baseUrl?: string | undefined;
  readonly signature?: Signature | undefined;
  readonly event?: FieldSource | undefined;
  readonly delivery?: FieldSource | undefined;
}

/** The name of a preset, or Standard Webhooks with the prefix of the service's headers. */
type Signature = string | { readonly preset: string; readonly prefix: string };

/** Options of `init` that answer the questions. */
interface AnswerOptions {
  readonly "base-url"?: string | undefined;
  readonly signature?: string | undefined;
  readonly event?: string | undefined;
  readonly delivery?: string | undefined;
}

/** Questions after an import, and answers to offer. */
export interface OpenQuestions {
  /** Keys of `vendor.yaml`. */
  readonly unanswered: ReadonlySet<string>;
  /** Addresses of the description, if there are several. */
  readonly servers: readonly string[];
  /** Header names that the description declares for deliveries. */
  readonly headers: readonly string[];
}

/** A fact to ask for, with its usual header names and paths in a body. */
interface LocationQuestion {
  readonly text: string;
  readonly header: RegExp;
  readonly paths: readonly string[];
}
