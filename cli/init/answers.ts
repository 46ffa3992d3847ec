/** Options of `init` and `add` with facts that a description lacks. */
import { isHeaderName } from "../../codegen/model/http.js";
import { isMap } from "../../codegen/model/json.js";
import { quote } from "../../codegen/model/messages.js";
import type { FieldSource } from "../../src/catalog/webhooks.js";
import { isAddress } from "../../codegen/read/documents/text-formats.js";
import { UsageError } from "../io/errors.js";
import { parsePresetName, PRESET_NAMES } from "../io/presets.js";
import type { Answers, Signature } from "./types.js";

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

/** Removes slashes at the end of an address. */
export function withoutSlash(text: string): string {
  return text.replace(/\/+$/, "");
}

/** Complains about a text that cannot be the base address of an API. */
export function findAddressComplaint(text: string): string | undefined {
  if (isAddress(withoutSlash(text))) return undefined;
  return `The base address is ${quote(text)}; expected an http: or https: URL without query.`;
}

/** @throws UsageError for an unknown preset. */
function readSignature(text: string): Signature | undefined {
  if (text === "none") return undefined;
  const presetName = parsePresetName(text);
  if (presetName !== undefined) {
    const { preset, prefix } = presetName;
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

/** True for a scheme that signs the id, so that its header is known. */
export function signsId(signature: unknown): boolean {
  const preset = isMap(signature) ? signature["preset"] : signature;
  return preset === "standard-webhooks";
}

/** The options as the command line has them. */
interface AnswerOptions {
  readonly "base-url"?: string | undefined;
  readonly signature?: string | undefined;
  readonly event?: string | undefined;
  readonly delivery?: string | undefined;
}
