/** Reads `events.yaml` and the payloads. */
import { entriesOf, isMap, type JsonMap } from "../model/json.js";
import type { PayloadDocuments } from "./documents/documents.js";
import { alternatives, nearestKey } from "../model/messages.js";
import type { Action, Event } from "../model/model.js";
import { toPayloadFileNames } from "../model/file-names.js";
import { type LocatedSchema, normaliseSchema } from "./schemas.js";
import type { Path, YamlDocument } from "./documents/yaml-document.js";
import { actionNames } from "./event-names.js";

/** Reads validated events, each with the payloads of its file. */
export function readEvents(events: YamlDocument, payloads: PayloadDocuments): Event[] {
  return entriesOf(events.value).map(([name, value]): Event => {
    const entry = (value ?? {}) as EventEntry; // validated
    const document = payloads.get(name);
    const { payload } = (document?.value ?? {}) as PayloadEntry; // validated
    return {
      name,
      ...(entry.description !== undefined && { description: entry.description }),
      actions: readActions(events.file, name, entry, document),
      ...(document &&
        payload !== undefined && { payload: normaliseSchema(document.file, payload) }),
      ...(entry.resource && { resource: { parameters: {}, ...entry.resource } }),
      source: { file: events.file, path: [name] },
    };
  });
}

function readActions(
  file: string,
  event: string,
  entry: EventEntry,
  document: YamlDocument | undefined,
): Action[] {
  const payloads = (document?.value as PayloadEntry | undefined)?.actions ?? {}; // validated
  const descriptions = new Map(Array.isArray(entry.actions) ? [] : entriesOf(entry.actions));
  return actionNames(entry).map((name, index): Action => {
    const description = descriptions.get(name);
    const step = Array.isArray(entry.actions) ? index : name;
    return {
      name,
      ...(typeof description === "string" && { description }),
      ...(document &&
        Object.hasOwn(payloads, name) && {
          payload: normaliseSchema(document.file, payloads[name]),
        }),
      source: { file, path: [event, "actions", step] },
    };
  });
}

/** The schemas of a payload file, for checks. */
export function payloadSchemas({ value }: YamlDocument): LocatedSchema[] {
  return entriesOf(value).flatMap(([key, child]) => {
    if (key === "event") return [];
    if (key === "payload") return [{ path: [key], schema: child }];
    return entriesOf(child).map(([action, schema]) => ({ path: [key, action], schema }));
  });
}

/** Complains about payloads of unknown events and actions. */
export function checkPayloads(events: YamlDocument, payloads: PayloadDocuments): void {
  if (!isMap(events.value)) return;
  for (const [name, document] of payloads) {
    const entry = events.value[name];
    if (name in events.value) checkPayload(document, name, actionNames(entry));
    else reportUnknownEvent(document, name, Object.keys(events.value));
  }
}

function reportUnknownEvent(document: YamlDocument, name: string, known: readonly string[]): void {
  const nearest = nearestKey(name, known);
  if (isMap(document.value) && "event" in document.value) {
    const message = `The event is \`${name}\`; expected an event of events.yaml.`;
    document.complain(["event"], { message, suggestion: nearest });
    return;
  }
  const hint = nearest === undefined ? " Delete the file if the event is gone." : "";
  const message = `The event is \`${name}\`, after the file name; expected an event of events.yaml.${hint}`;
  document.complain([], { message, suggestion: nearest && suggestPlace(nearest) });
}

/** The file of an event's payload, or the key `event` in a file for a name such as `a/b`, which no file can have. */
function suggestPlace(event: string): string {
  const [fileName] = toPayloadFileNames([event]);
  return fileName === event ? `payloads/${event}.yaml` : `event: ${event}`;
}

function checkPayload(document: YamlDocument, event: string, actions: readonly string[]): void {
  const complain = (path: Path, message: string, suggestion?: string) =>
    document.complain(path, { message, suggestion, atKey: true });
  const { payload, actions: described } = isMap(document.value) ? document.value : {};
  if (actions.length === 0 && described !== undefined) {
    complain(
      ["actions"],
      `The event \`${event}\` is without actions; expected \`payload\`.`,
      "payload",
    );
    return;
  }
  if (actions.length > 0 && payload !== undefined) {
    complain(
      ["payload"],
      `The event \`${event}\` is one with actions; expected \`actions\`.`,
      "actions",
    );
  }
  for (const [action] of entriesOf(described)) {
    if (actions.includes(action)) continue;
    const message = `The action is \`${action}\`; expected ${alternatives(actions)}.`;
    complain(["actions", action], message, nearestKey(action, actions));
  }
}

/** An event of `events.yaml` as `events.schema.json` describes it. */
interface EventEntry {
  readonly description?: string;
  readonly actions?: readonly string[] | Readonly<Record<string, string | null>>;
  readonly resource?: {
    readonly route: string;
    readonly parameters?: Readonly<Record<string, string>>;
  };
}

/** `payloads/<event>.yaml` as `payload.schema.json` describes it. */
interface PayloadEntry {
  readonly event?: string;
  readonly payload?: unknown;
  readonly actions?: JsonMap;
}
