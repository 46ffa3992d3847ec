/** The Markdown of the pages of routes. A block that stands alone in its lines leaves no line of its own. */

/** Markdown above all routes. */
export const ROUTES_HEAD = `Routes: {{count}}.{{#if baseUrl}} Base address: {{code baseUrl}}.{{/if}}
{{#if hasFields}}

The fields of a body are passed beside the other parameters, or all of them in {{code "data"}}.
{{/if}}

The module {{code "schemas"}} has Standard Schemas for bodies that are JSON. They are named after the method:
{{code "<Method>BodySchema"}}, {{code "<Method>Response<status>Schema"}}.

{{#if variables.length}}
| Variable of the address | Default | Values | Description |
| --- | --- | --- | --- |
{{#each variables}}
| {{code name}} | {{code default}} | {{text values}} | {{text description}} |
{{/each}}
{{/if}}`;

/** A route, below its heading. */
export const ROUTE = `{{#*inline "parameterTable"}}
{{#if rows.length}}
| Parameter | Type | In | Required | Description |
| --- | --- | --- | --- | --- |
{{#each rows}}
| {{code name}} | {{code type}} | {{in}} | {{required}} | {{text description}} |
{{/each}}

{{/if}}
{{/inline}}
{{#if summary}}
{{text summary}}

{{/if}}
{{#if description}}
{{text description}}

{{/if}}
{{#if docs}}
[Documentation]({{docs}})

{{/if}}
{{#if deprecated}}
**Deprecated.**

{{/if}}
Operation: {{code operation}}. Function: {{code functionName}}. Parameters: {{code parametersType}}.{{#if server}} Server: {{code server}}.{{/if}}{{#if needsBaseUrl}} Server: not known; calls give it in {{code "baseUrl"}}.{{/if}}

{{> parameterTable rows=parameters}}
{{#each bodies}}
{{text title}} {{code contentTypes}}{{text note}}

{{> parameterTable}}
{{/each}}
{{#if stream}}
{{text stream}}

{{/if}}
{{#if accept}}
Header {{code "accept"}}: {{code accept}}.

{{/if}}
{{#if responses.length}}
| Status | Content type | Body | Description |
| --- | --- | --- | --- |
{{#each responses}}
| {{code status}} | {{contentType}} | {{body}} | {{text description}} |
{{/each}}
{{/if}}`;
