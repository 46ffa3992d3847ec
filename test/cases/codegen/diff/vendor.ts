/** Single changes of `vendor.yaml`, with programs that use what was there. */
import type { Edit, PartCase } from "./parts.js";

const WITH_ENVIRONMENTS: Edit = {
  "vendor.yaml": {
    environments: { production: "https://api.acme.example", test: "https://test.acme.example" },
  },
};

/** No event has a resource: a package of types has no types of responses. */
const WITHOUT_RESOURCES: Edit = { "events.yaml": { "note.created": null } };

const WITH_TYPES_PACKAGE: Edit = {
  ...WITHOUT_RESOURCES,
  "vendor.yaml": { typesPackage: { name: "acme-types", version: "1.0.0" } },
};

const WITH_REGION: Edit = {
  "vendor.yaml": { baseUrl: "https://{region}.acme.example", variables: { region: "eu" } },
};

const WITH_TWO_REGIONS: Edit = {
  "vendor.yaml": {
    baseUrl: "https://{region}.acme.example",
    variables: { region: { default: "eu", values: ["eu", "us"] } },
  },
};

const WITH_ACCOUNT: Edit = { "vendor.yaml": { options: { account: { header: "X-Account" } } } };

const WITH_KEY: Edit = { "vendor.yaml": { auth: { bearer: undefined, header: "x-key" } } };

const WITH_OAUTH: Edit = {
  "vendor.yaml": {
    auth: {
      bearer: undefined,
      oauth2: "https://id.acme.example/token",
      flows: ["clientCredentials", "refreshToken"],
    },
  },
};

/** `GET /pages` answers with an object, which has all that rules of pages read. */
const WITH_OBJECTS: Edit = {
  "routes.yaml": {
    "GET /pages": {
      responses: {
        200: {
          type: "object",
          items: undefined,
          required: ["data", "others"],
          properties: {
            data: { type: "array", items: { $ref: "components/notes.yaml#/note" } },
            others: { type: "array", items: { $ref: "components/notes.yaml#/problem" } },
            more: { type: "boolean" },
            done: { type: "boolean" },
            total: { type: "integer" },
            pages: { type: "integer" },
            limit: { type: "integer" },
            next: { type: "string" },
          },
        },
      },
    },
  },
};

const WITH_PAGED_OBJECTS: Edit = {
  ...WITH_OBJECTS,
  "vendor.yaml": { pagination: { pages: { items: "data" } } },
};

const IS_IMPORTED_BY_NAME = "programs import the package by its name, which no compiler finds here";

const LIST_PAGES = `
  async function all() {
    for await (const page of api.pages.list()) page.title;
  }
  void all;
`;

const chooseRegion = (region: string): string => `
  import type { ServerOptions } from "./constants.js";
  export const options: ServerOptions = { variables: { region: "${region}" } };
`;

export const VENDOR: Readonly<Record<string, PartCase>> = {
  "another name for identifiers": {
    change: { "vendor.yaml": { name: "sprocket" } },
    level: "minor",
    uses: "new Acme({ apiKey: 'a' });",
  },
  "no empty bodies": {
    change: { "vendor.yaml": { emptyBodies: false } },
    level: "patch",
    uses: 'void api.notes.get({ id: "a" });',
  },
  "dates as values": {
    change: {
      "vendor.yaml": {
        values: { "date-time": "Date", date: "Temporal.PlainDate", int64: "bigint" },
      },
    },
    level: "patch",
    uses: 'void api.notes.get({ id: "a" });',
  },
  "a method of HTTP of the service": {
    change: { "vendor.yaml": { methods: ["COPY"] } },
    level: "none",
    uses: 'void api.notes.get({ id: "a" });',
  },
  "another media type that is asked for": {
    change: { "vendor.yaml": { mediaType: { accept: "application/vnd.acme.v2+json" } } },
    level: "minor",
    uses: 'void api.notes.get({ id: "a" });',
  },
  "no media types of single routes": {
    change: { "vendor.yaml": { mediaType: { perRoute: false } } },
    level: "patch",
    uses: 'void api.notes.get({ id: "a" });',
  },
  "another prefix of media types": {
    change: { "vendor.yaml": { mediaType: { prefix: "application/vnd.sprocket" } } },
    level: "minor",
    uses: 'void api.notes.get({ id: "a" });',
  },
  "a name of the client": {
    change: { "vendor.yaml": { client: { name: "acme-sdk", version: "1.0.0" } } },
    level: "patch",
    uses: 'void api.notes.get({ id: "a" });',
  },
  "headers of a rate limit": {
    change: {
      "vendor.yaml": { rateLimit: { remaining: "X-Left", reset: "X-Reset", unit: "seconds" } },
    },
    level: "patch",
    uses: 'void api.notes.get({ id: "a" });',
  },
  "keys that make requests repeatable": {
    change: { "vendor.yaml": { idempotency: { header: "Idempotency-Key" } } },
    level: "minor",
    uses: 'void api.notes.get({ id: "a" });',
  },
  "the header of an id": {
    change: { "vendor.yaml": { requestId: "X-Id" } },
    level: "patch",
    uses: 'void api.notes.get({ id: "a" });',
  },
  "a class of another name": {
    change: { "vendor.yaml": { class: "Sprocket" } },
    level: "major",
    uses: "new Acme({ apiKey: 'a' });",
  },
  "the first environments": {
    change: {
      "vendor.yaml": {
        environments: { production: "https://api.acme.example", test: "https://test.acme.example" },
      },
    },
    level: "minor",
    uses: "new Acme({ apiKey: 'a' });",
  },
  "a removed environment": {
    given: WITH_ENVIRONMENTS,
    change: { "vendor.yaml": { environments: { test: undefined } } },
    level: "major",
    uses: "new Acme({ apiKey: 'a', environment: 'test' });",
  },
  "a new environment": {
    given: { "vendor.yaml": { environments: { production: "https://api.acme.example" } } },
    change: { "vendor.yaml": { environments: { test: "https://test.acme.example" } } },
    level: "minor",
    uses: "new Acme({ apiKey: 'a', environment: 'production' });",
  },
  "an environment at another address": {
    given: WITH_ENVIRONMENTS,
    change: { "vendor.yaml": { environments: { test: "https://t.acme.example" } } },
    level: "minor",
    uses: "new Acme({ apiKey: 'a', environment: 'test' });",
  },
  "no entries": {
    change: { "vendor.yaml": { runtime: false } },
    level: "major",
    uses: "new Acme({ apiKey: 'a' });",
  },
  "fewer outputs": {
    change: { "vendor.yaml": { outputs: ["client", "webhooks"] } },
    level: "major",
    notJudged: "the modules that programs meet are made for all outputs",
  },
  "a package of types": {
    given: WITHOUT_RESOURCES,
    change: { "vendor.yaml": { typesPackage: { name: "acme-types", version: "1.0.0" } } },
    level: "patch",
    notJudged: IS_IMPORTED_BY_NAME,
  },
  "another name of a package of types": {
    given: WITH_TYPES_PACKAGE,
    change: { "vendor.yaml": { typesPackage: { name: "acme-payloads" } } },
    level: "major",
    notJudged: IS_IMPORTED_BY_NAME,
  },
  "texts of a package of types": {
    given: WITH_TYPES_PACKAGE,
    change: {
      "vendor.yaml": {
        typesPackage: {
          description: "Types.",
          license: "MIT",
          homepage: "https://acme.example",
          bugs: "https://acme.example/bugs",
          repository: { url: "git+https://acme.example/a.git", directory: "types" },
        },
      },
    },
    level: "patch",
    notJudged: IS_IMPORTED_BY_NAME,
  },
  "another version of a package of types": {
    given: WITH_TYPES_PACKAGE,
    change: { "vendor.yaml": { typesPackage: { version: "1.0.1" } } },
    level: "patch",
    notJudged: IS_IMPORTED_BY_NAME,
  },
  "texts of a group": {
    given: { "vendor.yaml": { tags: { notes: { title: "Notes" } } } },
    change: { "vendor.yaml": { tags: { notes: { title: "All notes", description: "Long." } } } },
    level: "patch",
    uses: 'void api.notes.get({ id: "a" });',
  },

  // variables of the address, options of the class
  "another default of a variable": {
    given: WITH_REGION,
    change: { "vendor.yaml": { variables: { region: "us" } } },
    level: "minor",
    uses: "new Acme({ apiKey: 'a' });",
  },
  "a description of a variable": {
    given: WITH_REGION,
    change: { "vendor.yaml": { variables: { region: { default: "eu", description: "Place." } } } },
    level: "patch",
    uses: "new Acme({ apiKey: 'a' });",
  },
  "a removed value of a variable": {
    given: WITH_TWO_REGIONS,
    change: { "vendor.yaml": { variables: { region: { values: ["eu"] } } } },
    level: "major",
    uses: chooseRegion("us"),
  },
  "a new value of a variable": {
    given: WITH_TWO_REGIONS,
    change: { "vendor.yaml": { variables: { region: { values: ["eu", "us", "ap"] } } } },
    level: "minor",
    uses: chooseRegion("us"),
  },
  "a list of values of a variable": {
    given: WITH_REGION,
    change: { "vendor.yaml": { variables: { region: { default: "eu", values: ["eu", "us"] } } } },
    level: "major",
    uses: chooseRegion("ap"),
  },
  "a removed option": {
    given: WITH_ACCOUNT,
    change: { "vendor.yaml": { options: undefined } },
    level: "major",
    uses: "new Acme({ apiKey: 'a', account: 'b' });",
  },
  "an option in another place": {
    given: WITH_ACCOUNT,
    change: { "vendor.yaml": { options: { account: { header: undefined, query: "account" } } } },
    level: "minor",
    uses: "new Acme({ apiKey: 'a', account: 'b' });",
  },
  "an option of another environment variable": {
    given: WITH_ACCOUNT,
    change: { "vendor.yaml": { options: { account: { env: "ACCOUNT" } } } },
    level: "minor",
    uses: "new Acme({ apiKey: 'a', account: 'b' });",
  },
  "a description of an option": {
    given: WITH_ACCOUNT,
    change: { "vendor.yaml": { options: { account: { description: "Whose." } } } },
    level: "patch",
    uses: "new Acme({ apiKey: 'a', account: 'b' });",
  },
  "models of Stainless": {
    given: { "vendor.yaml": { surface: "stainless" } },
    change: { "vendor.yaml": { models: { "notes.Paper": "note" } } },
    level: "patch",
  },

  // credentials
  "credentials with a prefix": {
    given: WITH_KEY,
    change: { "vendor.yaml": { auth: { prefix: "Token " } } },
    level: "minor",
    uses: "new Acme({ apiKey: 'a' });",
  },
  "credentials in a query": {
    given: WITH_KEY,
    change: { "vendor.yaml": { auth: { header: undefined, query: "key" } } },
    level: "minor",
    uses: "new Acme({ apiKey: 'a' });",
  },
  "credentials of another environment variable": {
    given: WITH_KEY,
    change: { "vendor.yaml": { auth: { env: "KEY" } } },
    level: "minor",
    uses: "new Acme({ apiKey: 'a' });",
  },
  "credentials of another option": {
    given: WITH_KEY,
    change: { "vendor.yaml": { auth: { option: "token" } } },
    level: "major",
    uses: "new Acme({ apiKey: 'a' });",
  },
  "a description of credentials": {
    given: WITH_KEY,
    change: { "vendor.yaml": { auth: { description: "Who." } } },
    level: "patch",
    uses: "new Acme({ apiKey: 'a' });",
  },
  "user and password": {
    change: {
      "vendor.yaml": {
        auth: {
          bearer: undefined,
          user: {
            basic: true,
            option: "apiKey",
            password: { option: "password", env: "PASSWORD" },
          },
        },
      },
    },
    level: "minor",
    uses: "new Acme({ apiKey: 'a' });",
  },
  "no password": {
    given: {
      "vendor.yaml": {
        auth: { bearer: undefined, basic: true, option: "user", password: { option: "password" } },
      },
    },
    change: { "vendor.yaml": { auth: { password: undefined } } },
    level: "major",
    uses: "new Acme({ user: 'a', password: 'b' });",
  },
  "credentials that need others": {
    given: {
      "vendor.yaml": {
        auth: { bearer: undefined, key: { header: "x-key" }, app: { header: "x-app" } },
      },
    },
    change: { "vendor.yaml": { auth: { key: { with: ["app"] } } } },
    level: "minor",
    uses: "new Acme({ key: 'a', app: 'b' });",
  },
  "tokens from another address": {
    given: WITH_OAUTH,
    change: { "vendor.yaml": { auth: { refreshUrl: "https://id.acme.example/refresh" } } },
    level: "minor",
    uses: "new Acme({ clientId: 'a', clientSecret: 'b' });",
  },
  "tokens in another way": {
    given: WITH_OAUTH,
    change: { "vendor.yaml": { auth: { clientAuthentication: "post" } } },
    level: "minor",
    uses: "new Acme({ clientId: 'a', clientSecret: 'b' });",
  },
  "a new scope": {
    given: {
      "vendor.yaml": {
        auth: {
          bearer: undefined,
          oauth2: "https://id.acme.example/token",
          flows: ["clientCredentials", "refreshToken"],
          scopes: { read: "Reads." },
        },
      },
    },
    change: { "vendor.yaml": { auth: { scopes: { write: "Writes." } } } },
    level: "minor",
    uses: "new Acme({ clientId: 'a', clientSecret: 'b' });",
  },
  "a removed scope": {
    given: {
      "vendor.yaml": {
        auth: {
          bearer: undefined,
          oauth2: "https://id.acme.example/token",
          flows: ["clientCredentials", "refreshToken"],
          scopes: { read: "Reads.", write: "Writes." },
        },
      },
    },
    change: { "vendor.yaml": { auth: { scopes: { write: undefined } } } },
    level: "minor",
    uses: "new Acme({ clientId: 'a', clientSecret: 'b' });",
  },
  "no client credentials": {
    given: WITH_OAUTH,
    change: { "vendor.yaml": { auth: { flows: ["refreshToken"] } } },
    level: "major",
    uses: "new Acme({ clientId: 'a', clientSecret: 'b' });",
  },
  "other options of client credentials": {
    given: WITH_OAUTH,
    change: {
      "vendor.yaml": {
        auth: {
          clientId: { option: "id", env: "ID" },
          clientSecret: { option: "secret", env: "SECRET" },
        },
      },
    },
    level: "major",
    uses: "new Acme({ clientId: 'a', clientSecret: 'b' });",
  },
  "tokens that the client gets itself": {
    change: {
      "vendor.yaml": {
        auth: { bearer: undefined, oauth2: "https://id.acme.example/token", option: "apiKey" },
      },
    },
    level: "minor",
    uses: "new Acme({ apiKey: 'a' });",
  },

  // pages
  "pages by a cursor": {
    change: { "vendor.yaml": { pagination: { pages: { style: "cursor", next: { item: "id" } } } } },
    level: "patch",
    uses: LIST_PAGES,
  },
  "pages by a header": {
    change: {
      "vendor.yaml": { pagination: { pages: { style: "cursor", next: { header: "X-Next" } } } },
    },
    level: "patch",
    uses: LIST_PAGES,
  },
  "pages by links": {
    change: { "vendor.yaml": { pagination: { pages: { style: "link", parameter: undefined } } } },
    level: "patch",
    uses: LIST_PAGES,
  },
  "pages from zero": {
    change: { "vendor.yaml": { pagination: { pages: { first: 0 } } } },
    level: "patch",
    uses: LIST_PAGES,
  },
  "a size of pages": {
    change: {
      "vendor.yaml": {
        pagination: { pages: { size: { parameter: "page", default: 20, maximum: 100 } } },
      },
    },
    level: "patch",
    uses: LIST_PAGES,
  },
  "pages with a total": {
    given: WITH_PAGED_OBJECTS,
    change: { "vendor.yaml": { pagination: { pages: { total: "total" } } } },
    level: "patch",
    uses: LIST_PAGES,
  },
  "pages with their number": {
    given: WITH_PAGED_OBJECTS,
    change: { "vendor.yaml": { pagination: { pages: { pages: "pages" } } } },
    level: "patch",
    uses: LIST_PAGES,
  },
  "pages with a mark of more": {
    given: WITH_PAGED_OBJECTS,
    change: { "vendor.yaml": { pagination: { pages: { more: "more" } } } },
    level: "patch",
    uses: LIST_PAGES,
  },
  "pages with a mark of the last": {
    given: WITH_PAGED_OBJECTS,
    change: { "vendor.yaml": { pagination: { pages: { done: "done" } } } },
    level: "patch",
    uses: LIST_PAGES,
  },
  "pages with their size": {
    given: WITH_PAGED_OBJECTS,
    change: { "vendor.yaml": { pagination: { pages: { size: { body: "limit" } } } } },
    level: "patch",
    uses: LIST_PAGES,
  },
  "pages by a cursor in the body": {
    given: WITH_PAGED_OBJECTS,
    change: {
      "vendor.yaml": { pagination: { pages: { style: "cursor", next: { body: "next" } } } },
    },
    level: "patch",
    uses: LIST_PAGES,
  },
  "another list in pages": {
    given: WITH_PAGED_OBJECTS,
    change: { "vendor.yaml": { pagination: { pages: { items: "others" } } } },
    level: "major",
    uses: LIST_PAGES,
  },
  "pages of no route": {
    change: { "vendor.yaml": { pagination: { pages: { routes: undefined } } } },
    level: "major",
    uses: LIST_PAGES,
  },

  // deliveries
  "another place of names": {
    change: { "vendor.yaml": { webhooks: { event: { body: undefined, header: "X-Event" } } } },
    level: "minor",
    uses: "events['note.deleted'].payload.id;",
  },
  "an id of deliveries": {
    change: { "vendor.yaml": { webhooks: { delivery: { body: "data.id" } } } },
    level: "minor",
    uses: "events['note.deleted'].payload.id;",
  },
  "an id of deliveries in a header": {
    change: { "vendor.yaml": { webhooks: { delivery: { header: "X-Id" } } } },
    level: "minor",
    uses: "events['note.deleted'].payload.id;",
  },
  "deliveries as a form": {
    change: { "vendor.yaml": { webhooks: { body: "form" } } },
    level: "minor",
    uses: "events['note.deleted'].payload.id;",
  },
  "deliveries in a field of a form": {
    change: { "vendor.yaml": { webhooks: { body: { form: "payload" } } } },
    level: "minor",
    uses: "events['note.deleted'].payload.id;",
  },
  "another option for the secret": {
    change: {
      "vendor.yaml": { webhooks: { secret: { option: "hookSecret", env: "HOOK_SECRET" } } },
    },
    level: "major",
    uses: "new Acme({ apiKey: 'a', webhookSecret: 'b' });",
  },
  "a challenge": {
    change: {
      "vendor.yaml": {
        webhooks: {
          challenge: {
            when: { path: "type", equals: "check" },
            signed: false,
            answer: { status: 200, headers: { "x-a": "b" }, json: { challenge: "{challenge}" } },
          },
        },
      },
    },
    level: "minor",
    uses: "events['note.deleted'].payload.id;",
  },
  "a challenge by a header": {
    change: {
      "vendor.yaml": {
        webhooks: { challenge: { when: { header: "X-Check" }, answer: { text: "{X-Check}" } } },
      },
    },
    level: "minor",
    uses: "events['note.deleted'].payload.id;",
  },
  "a challenge by a query": {
    change: {
      "vendor.yaml": {
        webhooks: {
          challenge: { when: { query: "check" }, token: "token", answer: { text: "{check}" } },
        },
      },
    },
    level: "minor",
    uses: "events['note.deleted'].payload.id;",
  },
  "another prefix of a preset": {
    change: {
      "vendor.yaml": { webhooks: { signature: { preset: "standard-webhooks", prefix: "svix" } } },
    },
    level: "minor",
    uses: "events['note.deleted'].payload.id;",
  },
  "a described signature": {
    change: {
      "vendor.yaml": {
        webhooks: {
          signature: {
            header: "X-Sign",
            algorithm: "hmac-sha256",
            format: "t={timestamp},v1={signature}",
            content: "{timestamp}.{body}",
            timestamp: { header: "X-At" },
            tolerance: 300,
          },
        },
      },
    },
    level: "minor",
    uses: "events['note.deleted'].payload.id;",
  },
  "a signature in base64": {
    change: {
      "vendor.yaml": {
        webhooks: {
          signature: {
            header: "X-Sign",
            algorithm: "hmac-sha256",
            format: "t={timestamp},v1={signature}",
            content: "{timestamp}.{body}",
            timestamp: { header: "X-At" },
            tolerance: 300,
            encoding: "base64",
            separator: ";",
            id: { header: "X-Id" },
            secret: { prefix: "whsec_", encoding: "base64" },
          },
        },
      },
    },
    level: "minor",
    uses: "events['note.deleted'].payload.id;",
  },
  "a time in the body": {
    change: {
      "vendor.yaml": {
        webhooks: {
          signature: {
            header: "X-Sign",
            algorithm: "hmac-sha256",
            content: "{body}",
            timestamp: { body: "data.title", unit: "seconds" },
            tolerance: 300,
          },
        },
      },
    },
    level: "minor",
    uses: "events['note.deleted'].payload.id;",
  },
  "actions of deliveries": {
    change: { "vendor.yaml": { webhooks: { action: { body: "type" } } } },
    level: "patch",
    uses: "events['note.deleted'].payload.id;",
    notJudged: "no event has actions",
  },
  "another relay": {
    change: {
      "vendor.yaml": {
        webhooks: {
          relay: {
            id: ["x-id"],
            event: ["x-event"],
            signature: ["x-sign"],
            body: ["body"],
            rawBody: ["raw"],
          },
        },
      },
    },
    level: "patch",
    uses: "events['note.deleted'].payload.id;",
  },
  "a list of what was sent": {
    change: {
      "vendor.yaml": {
        webhooks: {
          delivery: { body: "data.id" },
          catchUp: {
            route: "GET /pages",
            id: "id",
            time: "title",
            event: "title",
            order: "newest-first",
            next: { parameter: "page", item: "id", more: "title" },
            parameters: { page: 1 },
          },
        },
      },
    },
    level: "minor",
    uses: "events['note.deleted'].payload.id;",
  },
  "a list of what was sent, in an object": {
    given: WITH_OBJECTS,
    change: {
      "vendor.yaml": {
        webhooks: {
          delivery: { body: "data.id" },
          catchUp: {
            route: "GET /pages",
            id: "id",
            time: "title",
            event: "title",
            items: "data",
            next: { parameter: "page", item: "id" },
          },
        },
      },
    },
    level: "minor",
    uses: "events['note.deleted'].payload.id;",
  },
  "a list of what was sent, by time": {
    change: {
      "vendor.yaml": {
        webhooks: {
          delivery: { body: "data.id" },
          catchUp: {
            route: "GET /pages",
            id: "id",
            time: "title",
            event: "title",
            order: "oldest-first",
            since: { parameter: "page", format: "seconds" },
            next: { parameter: "page", body: "id", done: "title" },
          },
        },
      },
    },
    level: "minor",
    uses: "events['note.deleted'].payload.id;",
  },
  "a list of what was sent, by links": {
    change: {
      "vendor.yaml": {
        webhooks: {
          delivery: { body: "data.id" },
          catchUp: {
            route: "GET /pages",
            id: "id",
            time: "title",
            event: "title",
            next: { parameter: "page", link: true },
            payload: "id",
            delivery: { route: "GET /notes/{id}", parameters: { id: "id" }, payload: "title" },
          },
        },
      },
    },
    level: "minor",
    uses: "events['note.deleted'].payload.id;",
  },
};
