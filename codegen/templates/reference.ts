/** The reference page of events. */
export const eventsPage = `# Events of {{text title}}

Events: {{events.length}}. Names, with the combinations of event and action: {{nameCount}}.

{{#each events}}
## {{code name}}

{{#if description}}{{text description}}

{{/if}}Types: {{code eventType}}, {{code payloadType}}. Source: {{code source}}.

{{#if actions.length}}
| Name | Event type | Payload type | Description |
| --- | --- | --- | --- |
{{#each actions}}
| {{code name}} | {{code eventType}} | {{code payloadType}} | {{text description}} |
{{/each}}
{{else}}
It has no actions.
{{/if}}

{{/each}}`;

/** The reference page of routes. */
export const routesPage = `# Routes of {{text title}}

Routes: {{routes.length}}. Base address: {{code baseUrl}}.

{{#each routes}}
## {{code key}}

{{#if summary}}{{text summary}}

{{/if}}{{#if deprecated}}**Deprecated.**

{{/if}}Operation: {{code operation}}. Function: {{code functionName}}. Parameters: {{code parametersType}}. Source: {{code source}}.{{#if server}} Server: {{code server}}.{{/if}}

{{#if parameters.length}}
| Parameter | In | Required | Description |
| --- | --- | --- | --- |
{{#each parameters}}
| {{code name}} | {{in}} | {{required}} | {{text description}} |
{{/each}}

{{/if}}
{{#if responses.length}}
| Status | Content type | Description |
| --- | --- | --- |
{{#each responses}}
| {{code status}} | {{contentType}} | {{text description}} |
{{/each}}
{{/if}}

{{/each}}`;
