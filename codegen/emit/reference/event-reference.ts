/** The Markdown of events: where their names are, and the fields of their payloads. */
import type { FieldSource } from "../../../src/catalog/webhooks.js";
import type { Event, VendorWebhooks } from "../../model/model.js";
import { nameOf } from "../../model/names.js";
import { emitterEntries, type EmitterEntry } from "../../model/entries.js";
import type { EmitContext } from "../context/context.js";
import { toCodeSpan } from "../print/escape.js";
import { type FileDraft, filesOf } from "../print/file.js";
import { describeFields, MAX_FIELD_TYPES } from "./fields.js";
import { emitReference, type Reference } from "./pages.js";
import type { Section } from "./split-pages.js";

/** The template of an event, below its heading. */
const EVENT_SECTION = `{{#if description}}{{text description}}

{{/if}}Types: {{code eventType}}, {{code payloadType}}.

{{#if resource}}
{{code "event.fetch()"}} gets what it is about by {{code resource}}.
{{/if}}

{{#if actions.length}}
| Name | Event type | Payload type | Description |
| --- | --- | --- | --- |
{{#each actions}}
| {{code name}} | {{code eventType}} | {{code payloadType}} | {{text description}} |
{{/each}}
{{else}}
It has no actions.
{{/if}}

{{#if payload.length}}
| Field of the payload | Type | Required | Description |
| --- | --- | --- | --- |
{{#each payload}}
| {{code name}} | {{types}} | {{required}} | {{text description}} |
{{/each}}
{{/if}}`;

/** Emits the reference of all events. */
export function emitEventReference(context: EmitContext): readonly FileDraft[] {
  return emitReference(readEventReference(context), context);
}

/** Collects the contents of the pages of events. */
export function readEventReference(context: EmitContext): Reference {
  const { vendor, events } = context.model;
  const nameCount = events.flatMap(emitterEntries).length;
  const counts = `Events: ${events.length}. Names, with the combinations of event and action: ${nameCount}.`;
  return {
    name: "events",
    title: `Events of ${vendor.title}`,
    head: [counts, ...describeSigning(vendor.webhooks)].join("\n\n"),
    noun: "Event",
    sections: events.map((event) => describeEvent(event, context)),
    template: EVENT_SECTION,
    sources: filesOf(...events),
  };
}

/** Describes where the name of an event and the id of a delivery are, and whether they are signed. */
function describeSigning(webhooks: VendorWebhooks | undefined): readonly string[] {
  if (webhooks === undefined) return [];
  const { event, delivery, signature } = webhooks;
  const isToken = signature.algorithm === "token"; // a token is sent as it is, and signs nothing
  const describeField = (noun: string, field: FieldSource, isSigned: boolean): string => {
    const place =
      "body" in field
        ? `in the payload, at ${toCodeSpan(field.body)}`
        : `in the header ${toCodeSpan(field.header)}`;
    return `The ${noun} is ${place}. It is ${isSigned && !isToken ? "signed" : "not signed"}.`;
  };
  const signsId = (signature.content ?? "").includes("{id}");
  return [
    describeField("name of an event", event, "body" in event),
    ...(delivery
      ? [describeField("id of a delivery", delivery, "body" in delivery || signsId)]
      : []),
  ];
}

function describeEvent(event: Event, context: EmitContext): Section {
  const [bare, ...combinations] = emitterEntries(event);
  const { name, description = "" } = event;
  const [group = "", ...topics] = name.split(/[^A-Za-z0-9]+/).filter((word) => word !== "");
  const data = {
    ...describeEntry(bare, context),
    resource: event.resource?.route ?? "",
    payload: describePayload(event, context),
    actions: combinations.map((entry) => describeEntry(entry, context)),
  };
  const id = nameOf(context.names.events, name).event;
  return { group: group.toLowerCase() || "other", topics, id, name, summary: description, data };
}

function describePayload(event: Event, context: EmitContext): readonly object[] {
  const payloads = context.payloads.filter(({ entry }) => entry.event === event.name);
  const schemas = payloads.map(({ schema }) => schema);
  return describeFields(schemas, context).map(({ types, ...row }) => {
    const shown = types.slice(0, MAX_FIELD_TYPES).map(toCodeSpan).join(", ");
    return { ...row, types: types.length > MAX_FIELD_TYPES ? `${shown}, …` : shown };
  });
}

function describeEntry({ name, description = "" }: EmitterEntry, { names }: EmitContext): object {
  const { event, payload } = nameOf(names.events, name);
  return { name, description, eventType: event, payloadType: payload };
}
