/** The YAML of the smallest schema folder, and of others like it. */
import type { SchemaFile } from "../../../../codegen/read-schema.js";

/** The least that makes a schema folder. */
export const miniature: Readonly<Record<string, string>> = {
  "vendor.yaml": `name: acme
title: Acme
baseUrl: https://api.acme.example
webhooks:
  path: /hooks
  event: { header: X-Acme-Event }
  delivery: { header: X-Acme-Delivery }
  signature: github
`,
  "events.yaml": `ticket:
  actions: [opened, closed]
ping:
`,
  "routes.yaml": `GET /tickets/{id}:
  operation: tickets/get
  path: { id: integer }
  responses: { 200: { $ref: components/shared.yaml#/ticket } }
`,
  "payloads/ping.yaml": `payload: { type: object }
`,
  "components/shared.yaml": `ticket: { type: object, properties: { id: { type: integer } } }
page: { type: integer, description: Which page. }
filter: { type: object }
`,
};

/** The miniature with files in place of its own; `undefined` takes one away. */
export function miniatureWith(
  files: Readonly<Record<string, string | undefined>>,
): readonly SchemaFile[] {
  return Object.entries({ ...miniature, ...files }).flatMap(([path, text]) =>
    text === undefined ? [] : [{ path, text }],
  );
}
