/** The pages of a site about events, each with the fields of its payload as a tree. */
import { describeFields, type FieldRow, MAX_FIELD_TYPES } from "../emit/reference/fields.js";
import type { SitePage } from "../emit/reference/pages.js";
import { readObjectProperties } from "../json-schema/objects.js";
import { dereference } from "../json-schema/references.js";
import { COMPOSITIONS, membersOf } from "../json-schema/keywords.js";
import type { JsonSchema } from "../model/model.js";
import { compileTemplate } from "../emit/print/template.js";
import { tidyMarkdown } from "../emit/print/format.js";
import { readEventReference } from "../emit/reference/event-reference.js";
import { toModuleNames } from "../model/file-names.js";
import type { EmitContext } from "../emit/context/context.js";
import { toInlineProse, toProse } from "./prose.js";

const EVENT_INDEX = `{{head}}

| Event | Description |
| --- | --- |
{{#each sections}}
| [{{code name}}](./{{file}}/) | {{inline summary}} |
{{/each}}`;

const EVENT_PAGE = `{{#if data.description}}{{prose data.description}}

{{/if}}
\`\`\`ts
webhooks.on({{example}}, ({ id, payload }) => {
  console.log(id, payload);
});
\`\`\`

Types: {{code data.eventType}}, {{code data.payloadType}}.

{{#if data.actions.length}}
## Actions

| Name | Description | Payload type |
| --- | --- | --- |
{{#each data.actions}}
| {{code name}} | {{inline description}} | {{code payloadType}} |
{{/each}}
{{/if}}

{{#if tree}}
## Payload

A field is optional if some payloads of the event do not have it.

{{tree}}
{{/if}}`;

const HELPERS = { prose: toProse, inline: toInlineProse };

const printEventIndex = compileTemplate(EVENT_INDEX, HELPERS);
const printEventPage = compileTemplate(EVENT_PAGE, HELPERS);

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
      printEventPage({
        data,
        example: chooseExample(name, context),
        tree: printTree(name, context),
      }),
    ),
  }));
  const index = {
    path: "events/index",
    title: "Events",
    description: `All webhook events of ${title}, with their payloads.`,
    body: tidyMarkdown(printEventIndex({ head, sections })),
  };
  return [index, ...pages];
}

/** The event with its first action, as most handlers name it. */
function chooseExample(name: string, { model }: EmitContext): string {
  const [action] = model.events.find((event) => event.name === name)?.actions ?? [];
  return JSON.stringify(action === undefined ? name : `${name}.${action.name}`);
}

function printTree(name: string, context: EmitContext): string {
  const payloads = context.payloads.filter(({ entry }) => entry.event === name);
  return printFieldTree(
    payloads.map(({ schema }) => schema),
    context,
  );
}

// ---- The tree of a payload

/** Deeper fields repeat what other pages show, and make pages large. */
const MAX_TREE_DEPTH = 3;

/** Prints the fields of some payloads as a tree that a reader opens, in HTML; empty without fields. */
function printFieldTree(schemas: readonly JsonSchema[], context: EmitContext, depth = 0): string {
  const rows = describeFields(schemas, context);
  if (rows.length === 0) return "";
  const items = rows.map((row) => {
    const head = printFieldHead(row);
    const text = row.description === "" ? "" : `<p>${escapeHtmlInMarkdown(row.description)}</p>`;
    const inner =
      depth >= MAX_TREE_DEPTH
        ? ""
        : printFieldTree(listInnerSchemas(schemas, row.name, context), context, depth + 1);
    if (inner === "") return `<li>${head}${text}</li>`;
    return `<li><details><summary>${head}</summary>${text}${inner}</details></li>`;
  });
  // A search for a field finds the events that have it at the top, not all that nest it.
  const attributes = depth === 0 ? ' class="payload"' : " data-pagefind-ignore";
  return `<ul${attributes}>${items.join("")}</ul>`;
}

/** Prints the name, the types and the presence of a field. */
function printFieldHead({ name, types, required }: FieldRow): string {
  const shown = types.slice(0, MAX_FIELD_TYPES).map(escapeHtmlInMarkdown).join(" or ");
  const type = types.length > MAX_FIELD_TYPES ? `${shown} …` : shown;
  const optional = required === "yes" ? "" : ' <span class="optional">optional</span>';
  return `<code>${escapeHtmlInMarkdown(name)}</code> <span class="type">${type}</span>${optional}`;
}

/** The schemas of a field's objects, or of the objects in its list. */
function listInnerSchemas(
  schemas: readonly JsonSchema[],
  name: string,
  context: EmitContext,
): readonly JsonSchema[] {
  const inner = schemas.flatMap((schema) => {
    const properties = readObjectProperties(schema, context.resolve)?.properties ?? {};
    const value = Object.hasOwn(properties, name) ? properties[name] : undefined;
    return value === undefined ? [] : listObjects(value, context, 0);
  });
  return [...new Set(inner)];
}

/** Limit for lists inside lists. */
const MAX_LISTS = 3;

function listObjects(
  schema: JsonSchema,
  context: EmitContext,
  lists: number,
): readonly JsonSchema[] {
  const target = dereference(schema, context.resolve);
  if (typeof target === "boolean") return [];
  const { items } = target;
  if (items !== undefined && lists < MAX_LISTS)
    return listObjects(items as JsonSchema, context, lists + 1); // as validated
  const isAlternative = COMPOSITIONS.some((keyword) => membersOf(target, keyword).length > 0);
  const hasFields = isAlternative || "properties" in target;
  return hasFields ? [target] : [];
}

function escapeHtmlInMarkdown(text: string): string {
  return (
    text
      .replace(/\s+/g, " ")
      .replaceAll("&", "&amp;")
      .replaceAll("<", "&lt;")
      .replaceAll(">", "&gt;")
      // Braces and backticks could be read as markup of the page that the HTML is in.
      .replace(/[{}`*_]/g, (character) => `&#${character.charCodeAt(0)};`)
  );
}
