/** Runs an action, such as a replay, for a page that has the token of this inspector. */
import { isJsonType } from "../../http/media-types.js";
import { isToken, TOKEN_HEADER } from "../access.js";
import { ApiError } from "../api-error.js";
import type { InspectorSettings } from "../options.js";
import { answerNotFound, respondError, respondJson } from "./answers.js";
import { ACTIONS } from "./api.js";

/** @param name of the action, after `api/`. */
export async function runAction(
  settings: InspectorSettings,
  request: Request,
  name: string,
): Promise<Response> {
  const action = ACTIONS.get(name);
  if (action === undefined) return answerNotFound();
  if (settings.isReadOnly) return respondError(403, "READ_ONLY", "The inspector is read-only.");
  if (!(await isToken(request.headers.get(TOKEN_HEADER), settings.token)))
    return respondError(403, "TOKEN", "The page is out of date. Load it again.");
  if (!isJsonType(request.headers.get("content-type") ?? ""))
    return respondError(415, "MEDIA_TYPE", "The body is not declared as JSON.");
  const input = await readInput(request);
  if (input === undefined)
    return respondError(400, "BAD_REQUEST", "The body is not a JSON object.");
  try {
    return respondJson(200, await action(settings, input));
  } catch (error) {
    if (error instanceof ApiError) throw error;
    settings.log.error(`The inspector's \`${name}\` failed.`, error);
    // Shown to the person who pressed the button, because the error is of their own project.
    const message = error instanceof Error ? error.message : "It failed.";
    return respondError(502, "ACTION_FAILED", message);
  }
}

// ---- The body of the request

/** Largest request, in bytes: an edited payload may have 25 MiB, and escapes make it longer. */
const MAX_INPUT = 64 * 1024 * 1024;

async function readInput(request: Request): Promise<Readonly<Record<string, unknown>> | undefined> {
  try {
    const input: unknown = JSON.parse(await readBodyText(request));
    if (typeof input !== "object" || input === null || Array.isArray(input)) return undefined;
    return Object.setPrototypeOf(input, null) as Readonly<Record<string, unknown>>; // an object
  } catch {
    return undefined;
  }
}

async function readBodyText({ body }: Request): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  let length = 0;
  const reader = body?.getReader();
  for (;;) {
    const value: Uint8Array | undefined = (await reader?.read())?.value;
    if (value === undefined) return text + decoder.decode();
    length += value.length;
    if (length > MAX_INPUT) {
      await reader?.cancel();
      throw new RangeError("The body is too long.");
    }
    text += decoder.decode(value, { stream: true });
  }
}
