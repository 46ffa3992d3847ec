/** Questions of `init` on a terminal, about facts that neither a description nor an option has. */
import { findPropertyAt } from "../../codegen/json-schema/paths.js";
import { createResolver } from "../../codegen/json-schema/references.js";
import type { FieldSource } from "../../src/catalog/webhooks.js";
import type { SchemaModel } from "../../codegen/model/model.js";
import { PRESETS } from "../../src/receive/signatures/plan/presets.js";
import { isMap } from "../../codegen/model/json.js";
import type { SchemaFile } from "../../codegen/read-schema.js";
import type { Prompt } from "../io/prompt.js";
import { findAddressComplaint, signsId, withoutSlash } from "./answers.js";
import type { Answers, OpenQuestions, SchemaDraft, Signature } from "./types.js";
import { readVendorFile, VENDOR_FILE } from "./vendor-draft.js";

/** Lists the facts that a draft lacks. */
export function listQuestions(draft: SchemaDraft, model: SchemaModel): OpenQuestions {
  const { webhooks, baseUrl } = readVendorFile(draft.files);
  const unanswered = new Set(model.todos.map(({ path }) => String(path.at(-1))));
  if (model.hasRoutes && baseUrl === undefined) unanswered.add("baseUrl");
  if (isMap(webhooks) && webhooks["delivery"] === undefined && !signsId(webhooks["signature"])) {
    unanswered.add("delivery");
  }
  return { unanswered, servers: draft.servers, headers: listHeaders(draft.files) };
}

/** Reads the names of declared headers from the comment that an import writes beside a fact that is not known. */
function listHeaders(files: readonly SchemaFile[]): readonly string[] {
  const text = files.find(({ path }) => path === VENDOR_FILE)?.text ?? "";
  const list = HEADERS_COMMENT.exec(text)?.[1];
  return list?.split(", ") ?? [];
}

/** Such as `  # The API description declares these headers: acme-event, acme-delivery`. */
const HEADERS_COMMENT = /^ *# The API description declares these headers: (.*)$/m;

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
  const places = { headers, model };
  let { event, delivery } = answersFromOptions;
  if (unanswered.has("event")) event ??= await askLocation(EVENT, places, prompt);
  const asksId = unanswered.has("delivery") && !signsId(signature);
  if (asksId) delivery ??= await askLocation(DELIVERY, places, prompt);
  return { baseUrl, signature, event, delivery };
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

/** A fact to ask for, with its usual header names and paths in a body. */
interface LocationQuestion {
  readonly text: string;
  readonly header: RegExp;
  readonly paths: readonly string[];
}
