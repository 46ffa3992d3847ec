import type { EndpointCatalog } from "../../../src/catalog/requests.js";
import type { EndpointExtensions } from "../../../src/request/endpoint/extensions.js";
import { declaredParameters } from "../../../src/request/declared/declared-parameters.js";
import { formBody } from "../../../src/request/declared/form-body.js";
import { multipartBody } from "../../../src/request/declared/multipart-body.js";

/** The code that the catalog needs. */
export const extensions: EndpointExtensions = {
  bodies: [formBody, multipartBody],
  parameters: declaredParameters,
};

/** A small hosted API with every kind of exception. */
export const catalog: EndpointCatalog = {
  baseUrl: "https://api.acme.example",
  accept: "application/vnd.acme.v3+json",
  mediaTypePrefix: "application/vnd.acme",
  routes: {
    "DELETE /shops/{shop}/caches": { template: "/shops/{shop}/caches{?key,ref}" },
    "POST /shops/{shop}/labels": {
      query: { tags: "brackets", filter: "brackets" },
    },
    "GET /shops/{shop}/files/{path}": { multiSegment: ["path"] },
    "POST /shops/{shop}/assets": {
      template: "https://uploads.acme.example/shops/{shop}/assets{?name,label}",
    },
    "PUT /shops/{shop}/logo": {
      template: "https://uploads.acme.example/v2/shops/{shop}/logo",
    },
    "GET /items": {
      query: { labels: "comma", ids: "brackets", filter: "brackets", range: "comma" },
    },
  },
};
