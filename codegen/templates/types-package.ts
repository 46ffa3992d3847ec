/** The README of the package of types. */
export const typesPackagePage = `# {{name}}

{{text description}}

\`\`\`sh
npm install --save-dev {{name}}
\`\`\`

{{#if example}}
\`\`\`ts
import type { EmitterWebhookEvent, {{example.payloadType}} } from "{{name}}";

/** Any event: its name tells what its payload is{{#if example.action}}, and the payload's action tells more{{/if}}. */
export function describe({ id, name, payload }: EmitterWebhookEvent): string {
{{#if example.action}}
  if (name === {{example.event}} && payload.action === {{example.action}}) return describePayload(payload);
{{else}}
  if (name === {{example.event}}) return describePayload(payload);
{{/if}}
  return id;
}

/** One payload, by the name of its type … */
export function describePayload(payload: {{example.payloadType}}): string {
  return Object.keys(payload).join(", ");
}

/** … or by the name of its event. */
export type ExamplePayload = EmitterWebhookEvent<{{example.name}}>["payload"];
\`\`\`

{{/if}}
| Type | Is |
| --- | --- |
| \`EmitterWebhookEventName\` | every event and every \`<event>.<action>\`: {{nameCount}} names |
| \`EmitterWebhookEvent<Name>\` | the delivery of a name: \`id\`, \`name\`, \`payload\` |
| \`EventMap\` | from every name to its delivery |
| \`<Name>Event\`, \`<Name>Payload\` | a delivery and a payload by name, such as \`{{#if example}}{{example.payloadType}}{{else}}PingPayload{{/if}}\` |

A payload is what was sent once its signature has been verified; these types neither verify nor
validate. Works with \`moduleResolution\` \`node16\`, \`nodenext\` and \`bundler\`, from ES modules and
from CommonJS.
`;
