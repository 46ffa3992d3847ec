/** The model that the miniature is read into. */
import type { SchemaModel } from "../../../../codegen/model/model.js";

export const miniatureModel: SchemaModel = {
  vendor: {
    name: "acme",
    title: "Acme",
    baseUrl: "https://api.acme.example",
    accept: "application/json",
    mediaTypePrefix: "application/vnd.acme",
    runtime: "typewire-runtime",
    sending: { auth: [], pagination: [] },
    sdk: {
      name: "Acme",
      arguments: "object",
      credentials: [{ option: "apiKey", env: "ACME_API_KEY", scheme: "bearer" }],
      webhookSecret: { option: "webhookSecret", env: "ACME_WEBHOOK_SECRET" },
    },
    webhooks: {
      path: "/hooks",
      event: { header: "X-Acme-Event" },
      delivery: { header: "X-Acme-Delivery" },
      signature: {
        header: "x-hub-signature-256",
        algorithm: "hmac-sha256",
        format: "sha256={signature}",
      },
      body: "json",
      challenges: [],
      relay: {
        id: ["x-acme-delivery"],
        event: ["x-acme-event"],
        signature: ["x-hub-signature-256"],
        body: ["body"],
        rawBody: ["rawBody"],
      },
    },
    source: { file: "vendor.yaml", path: [] },
  },
  hasEvents: true,
  hasRoutes: true,
  actionPath: "action",
  todos: [],
  events: [
    {
      name: "ticket",
      actions: [
        { name: "opened", source: { file: "events.yaml", path: ["ticket", "actions", 0] } },
        { name: "closed", source: { file: "events.yaml", path: ["ticket", "actions", 1] } },
      ],
      source: { file: "events.yaml", path: ["ticket"] },
    },
    {
      name: "ping",
      actions: [],
      payload: { type: "object" },
      source: { file: "events.yaml", path: ["ping"] },
    },
  ],
  routes: [
    {
      key: "GET /tickets/{id}",
      method: "GET",
      url: "/tickets/{id}",
      operation: "tickets/get",
      call: "tickets.get",
      formerCalls: [],
      deprecated: false,
      parameters: [
        {
          name: "id",
          in: "path",
          required: true,
          deprecated: false,
          multiSegment: false,
          schema: { type: "integer" },
        },
      ],
      responses: [
        {
          status: "200",
          contentType: "application/json",
          schema: { $ref: "components/shared.yaml#/ticket" },
        },
      ],
      source: { file: "routes.yaml", path: ["GET /tickets/{id}"] },
    },
  ],
  components: [
    {
      ref: "components/shared.yaml#/ticket",
      name: "ticket",
      schema: { type: "object", properties: { id: { type: "integer" } } },
      source: { file: "components/shared.yaml", path: ["ticket"] },
    },
    {
      ref: "components/shared.yaml#/page",
      name: "page",
      schema: { type: "integer", description: "Which page." },
      source: { file: "components/shared.yaml", path: ["page"] },
    },
    {
      ref: "components/shared.yaml#/filter",
      name: "filter",
      schema: { type: "object" },
      source: { file: "components/shared.yaml", path: ["filter"] },
    },
  ],
};
