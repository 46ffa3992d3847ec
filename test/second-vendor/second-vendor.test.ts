/**
 * Another vendor is another folder of YAML: the same command line generates it, the runtime is
 * the same, and nothing of the first vendor is left in it.
 */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { USER_AGENT } from "../../src/base/package.js";
import { COMPILED, compileProject } from "../programs/compile.js";
import { bundleProgram } from "../programs/programs.js";

const root = fileURLToPath(new URL("../..", import.meta.url));
const folder = relative(root, mkdtempSync(join(root, "test/second-vendor/.client-")));
const client = join(root, folder);

/** What a program of that vendor's users looks like. */
const consumer = `
import { createNodeMiddleware, emitterEventNames, endpoint, Webhooks } from "./generated/index.js";
import type { Endpoints, HandlerFunction } from "./generated/index.js";
import Default, { AcmeWarehouse as Acme, ConflictError, NotFoundError, type Call } from "./generated/index.js";
import { get } from "./generated/methods/parcels.js";
import { createClient } from "./generated/client.js";
import { createDelivery } from "./generated/testing.js";
import { validatePayload } from "./generated/validate.js";

const client = createClient({ timeout: 9 });
const webhooks = new Webhooks({ secret: "a secret", client, validation: { validate: validatePayload } });
webhooks.on("heartbeat", async (event) => (await event.fetch()).articles?.length.toFixed());
// @ts-expect-error -- only events with a resource have it
webhooks.on("stock", (event) => event.fetch());
export const delivery = createDelivery("parcel.arrived", { parcel: { id: "7" } });
// @ts-expect-error -- a shelf is a text
export const wrong = createDelivery("parcel.arrived", { shelf: 7 });
export async function amountOf(payload: unknown): Promise<number> {
  const result = await validatePayload("stock", payload);
  return result.valid ? result.payload.amount : result.errors.length;
}
const onArrived: HandlerFunction<"parcel.arrived"> = ({ payload }) => payload.shelf.length;
webhooks.on("parcel.arrived", onArrived);
webhooks.on("stock", ({ payload }) => payload.amount.toFixed());
// @ts-expect-error -- an event of another vendor has an unknown payload
webhooks.on("issues.opened", ({ payload }) => payload.issue);

endpoint("GET /parcels/{id}", { id: "1" });
// @ts-expect-error -- \`id\` is required
endpoint("GET /parcels/{id}", {});
// @ts-expect-error -- no state of a parcel
endpoint("GET /parcels", { state: "lost" });

const acme = new Acme({ timeout: 9 });
export const withClass = new Webhooks({ secret: "a secret", client: acme });
export const parcel: Call<Endpoints["GET /parcels/{id}"]["response"]> = acme.parcels.get({ id: "1" });
export const sameParcel: typeof parcel = get(acme, { id: "1" });
// @ts-expect-error -- \`id\` is required
void acme.parcels.get({});
export function bodyOf(error: unknown): unknown {
  if (error instanceof NotFoundError) return error.data.message satisfies string;
  // @ts-expect-error -- no route declares a body for this status, so it is unknown
  return error instanceof ConflictError ? error.data.message : undefined;
}
export const isMissing = (error: unknown) => error instanceof NotFoundError && error.status === 404;
export const shelf = async () => {
  const event = await acme.webhooks.unwrap("{}", {});
  return event.name === "parcel" && event.payload.action === "arrived" ? event.payload.shelf : "";
};
export const sameClass: typeof Acme = Default;

export const middleware = createNodeMiddleware(webhooks);
export const names: readonly ["parcel", "parcel.arrived", "parcel.sent", "stock", "heartbeat"] =
  emitterEventNames;
export const articles = (parcel: Endpoints["GET /parcels/{id}"]["response"]) => parcel.articles;
`;

function run(...parameters: readonly string[]) {
  const { stdout, stderr, status } = spawnSync(process.execPath, parameters, {
    cwd: root,
    encoding: "utf8",
  });
  return { stdout, stderr, status };
}

let generation: ReturnType<typeof run>;

beforeAll(async () => {
  rmSync(client, { recursive: true, force: true });
  mkdirSync(client, { recursive: true });
  generation = run(
    await bundleProgram("scripts/codegen.ts"),
    ...["--schema", "test/fixtures/second-vendor/schema", "--out", `${folder}/generated`],
  );
});

afterAll(() => rmSync(client, { recursive: true, force: true }));

interface Client {
  readonly endpoint: (
    route: string,
    parameters: object,
  ) => { url: string; headers: object; body?: unknown };
  readonly Webhooks: new (options: { secret: string }) => {
    on(name: string, handler: (event: { id: string; payload: unknown }) => void): void;
    sign(payload: string): string;
  };
  readonly createNodeMiddleware: (webhooks: unknown) => Parameters<typeof createServer>[1] & object;
}

interface Validate {
  readonly validatePayload: (name: string, payload: unknown) => Promise<unknown>;
}

interface Testing {
  readonly createDelivery: (
    name: string,
    overrides: object,
  ) => Promise<{ payload: object; headers: object }>;
}

/** Through the runner, so that `typewire-runtime` is the source under test. */
async function importClient(): Promise<Client> {
  return (await import(join(client, "generated/index.ts"))) as Client; // typed by the fixture
}

describe("a second vendor", () => {
  it("is generated by the same command line", () => {
    expect(generation).toMatchObject({ stderr: "", status: 0 });
  });

  it("has nothing of the first", () => {
    const files = readdirSync(client, { recursive: true, encoding: "utf8" });
    const texts = files
      .filter((file) => /\.(ts|md)$/.test(file))
      .map((file) => readFileSync(join(client, file), "utf8"));
    expect(texts.length).toBeGreaterThan(10);
    expect(texts.filter((text) => /vendor\.example|x-vendor|vnd\.vendor/i.test(text))).toEqual([]);
  });

  it("type-checks against typewire-runtime", () => {
    writeFileSync(join(client, "consumer.ts"), consumer);
    writeFileSync(
      join(client, "tsconfig.json"),
      JSON.stringify({ extends: "../../types/tsconfig.json", include: ["**/*.ts"] }),
    );
    expect(compileProject(folder)).toEqual(COMPILED);
  });

  it("builds requests to its own address", async () => {
    const { endpoint } = await importClient();
    const request = endpoint("POST /parcels", { dry_run: true, articles: [1] });
    expect(request).toMatchObject({
      url: "https://api.acme.example/v1/parcels?dry_run=true",
      headers: {
        accept: "application/vnd.acme.v1+json",
        "user-agent": `acme-sdk/1.2.0 ${USER_AGENT}`,
      },
      body: { articles: [1] },
    });
    expect(endpoint("PUT /files/{path}", { path: "a/b c", data: "x" }).url).toBe(
      "https://files.acme.example/files/a/b%20c",
    );
  });

  it("sends bodies and parameters as its routes declare them", async () => {
    const { endpoint } = await importClient();
    expect(
      endpoint("POST /payments", {
        "Acme-Account": "a1",
        "include[]": ["fees"],
        amount: 5,
        tags: ["x y"],
        payer: { name: "Jo" },
      }),
    ).toMatchObject({
      url: "https://api.acme.example/v1/payments?include%5B%5D=fees",
      headers: {
        accept: "application/hal+json",
        "acme-account": "a1",
        "content-type": "application/x-www-form-urlencoded",
      },
      body: "amount=5&tags%5B%5D=x%20y&payer%5Bname%5D=Jo",
    });
    const headers = { "content-type": "multipart/form-data" };
    const { body } = endpoint("POST /labels", { headers, file: new Blob(["x"]) });
    expect(body).toBeInstanceOf(FormData);
    expect(endpoint("POST /labels", { text: "x" }).body).toEqual({ text: "x" });
    const points = { parameters: { url: "a" }, at: [1, 2], session: "s" };
    expect(endpoint("GET /{url}/points{at}", points)).toMatchObject({
      url: "https://api.acme.example/v1/a/points;at=1;at=2",
      headers: { cookie: "session=s" },
    });
  });

  it("validates payloads and makes deliveries with validators and samples of its own", async () => {
    const { validatePayload } = (await import(join(client, "generated/validate.ts"))) as Validate;
    const { createDelivery } = (await import(join(client, "generated/testing.ts"))) as Testing;
    const { payload, headers } = await createDelivery("parcel.arrived", { shelf: "B2" });
    expect(headers).toHaveProperty("acme-event", "parcel");
    expect(await validatePayload("parcel.arrived", payload)).toEqual({ valid: true, payload });
    expect(await validatePayload("parcel", { ...payload, shelf: 7 })).toMatchObject({
      valid: false,
      errors: [{ path: "/shelf", keyword: "type" }],
    });
  });

  it("receives a signed delivery over HTTP with its own header names", async () => {
    const { Webhooks, createNodeMiddleware } = await importClient();
    const webhooks = new Webhooks({ secret: "a secret" });
    const received: unknown[] = [];
    webhooks.on("parcel.arrived", (event) => received.push(event));
    const server = createServer(createNodeMiddleware(webhooks));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    try {
      const { port } = server.address() as AddressInfo; // a TCP server has an address object
      const payload = { action: "arrived", parcel: { id: "7", articles: [] }, shelf: "B2" };
      const body = JSON.stringify(payload);
      const response = await fetch(`http://127.0.0.1:${port}/hooks/acme`, {
        method: "POST",
        headers: {
          "content-type": "application/json",
          "Acme-Event": "parcel",
          "Acme-Delivery": "41",
          "Acme-Signature": webhooks.sign(body),
        },
        body,
      });
      expect(response.status).toBe(200);
      expect(received).toEqual([{ id: "41", name: "parcel", payload }]);
    } finally {
      server.close();
    }
  });
});
