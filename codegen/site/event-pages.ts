import { compileTemplate } from "../emit/print/escape.js";
import { tidyMarkdown } from "../emit/print/file.js";
import { readEventReference } from "../emit/reference/event-reference.js";
import { toModuleNames } from "../model/names.js";
import { printPayloadTree } from "./payload-tree.js";
import type { SitePage } from "./types.js";
import type { EmitContext } from "../emit/prepare/types.js";

const INDEX = `{{head}}

| Event | Description |
| --- | --- |
{{#each sections}}
| [{{code name}}](./{{file}}/) | {{text summary}} |
{{/each}}`;

const EVENT = `{{#if data.description}}{{text data.description}}

{{/if}}
\`\`\`ts
webhooks.on({{example}}, ({ id, payload }) => {
  console.log(id, payload);
});
\`\`\`

Types: {{code data.eventType}}, {{code data.payloadType}}. Source: {{code data.source}}.

{{#if data.actions.length}}
## Actions

| Name | Description | Payload type |
| --- | --- | --- |
{{#each data.actions}}
| {{code name}} | {{text description}} | {{code payloadType}} |
{{/each}}
{{/if}}

{{#if tree}}
## Payload

A field is optional if some payloads of the event do not have it.

{{tree}}
{{/if}}`;

const printIndex = compileTemplate(INDEX);
const printEvent = compileTemplate(EVENT);

/** Describes all events: an index, and a page for each with the tree of its payload. */
export function describeEvents(context: EmitContext): readonly SitePage[] {
  const { head, sections: events } = readEventReference(context);
  const files = toModuleNames(events.map(({ name }) => name));
  const sections = events.map((event, index) => ({ ...event, file: files[index] ?? "" }));
  const { title } = context.model.vendor;
  const pages = sections.map(({ name, file, summary, data }) => ({
    path: `events/${file}`,
    title: name,
    description: summary === "" ? `The event ${name} of ${title}.` : summary,
    body: tidyMarkdown(
      printEvent({ data, example: chooseName(name, context), tree: printTree(name, context) }),
    ),
  }));
  const index = {
    path: "events/index",
    title: "Events",
    description: `All webhook events of ${title}, with their payloads.`,
    body: tidyMarkdown(printIndex({ head, sections })),
  };
  return [index, ...pages];
}

/** The event with its first action, as most handlers name it. */
function chooseName(name: string, { model }: EmitContext): string {
  const [action] = model.events.find((event) => event.name === name)?.actions ?? [];
  return JSON.stringify(action === undefined ? name : `${name}.${action.name}`);
}

function printTree(name: string, context: EmitContext): string {
  const own = context.payloads.filter(({ entry }) => entry.event === name);
  return printPayloadTree(
    own.map(({ schema }) => schema),
    context,
  );
}
