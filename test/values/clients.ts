/** Clients of one schema folder with different `values`, generated for the tests of this folder. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { generate } from "../../codegen/generate.js";
import { readSchema, type SchemaFile } from "../../codegen/read-schema.js";

const SCHEMA = fileURLToPath(new URL("../fixtures/values/schema", import.meta.url));
const CLIENTS = fileURLToPath(new URL(".clients", import.meta.url));

export const DECLARED = "values: { date-time: Date, int64: bigint }\n";

/**
 * @param values The line of `vendor.yaml`; the empty string for a client without values.
 * @param routes Further routes.
 */
export function readFixture(values: string, routes = ""): readonly SchemaFile[] {
  return readdirSync(SCHEMA, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".yaml"))
    .map((path) => ({ path, text: readFileSync(join(SCHEMA, path), "utf8") }))
    .map(({ path, text }) => ({
      path,
      text:
        text.replace(DECLARED, values && `${values}\n`) + (path === "routes.yaml" ? routes : ""),
    }));
}

/** Writes a client to a folder of its own, and returns the path. */
export async function writeClient(
  name: string,
  values = DECLARED.trim(),
  routes = "",
): Promise<string> {
  mkdirSync(CLIENTS, { recursive: true });
  const folder = mkdtempSync(join(CLIENTS, `${name}-`));
  for (const { path, text } of await generate(readSchema(readFixture(values, routes)))) {
    const file = join(folder, "generated", path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  return folder;
}

/** Other tools look into the folder of the tests, so nothing stays there. */
export function removeClient(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
}

export async function importClient(folder: string): Promise<Generated> {
  const names = ["client", "endpoint", "testing", "validate", "webhooks", "sdk"];
  const modules = await Promise.all(
    names.map((name) => import(join(folder, "generated", `${name}.ts`)) as Promise<object>),
  );
  return Object.assign({}, ...modules) as Generated; // as it was generated
}

/** The parts of a generated client that the tests use, without the types of its routes. */
export interface Generated {
  readonly createClient: (options?: object) => UntypedClient;
  readonly endpoint: (route: string, parameters?: object) => BuiltRequest;
  readonly createMockFetch: (client: UntypedClient) => UntypedMock;
  readonly createDelivery: (
    name: string,
    overrides?: object,
    options?: object,
  ) => Promise<Delivery>;
  readonly validatePayload: (name: string, payload: unknown) => Promise<{ valid: boolean }>;
  readonly Webhooks: new (options: object) => UntypedWebhooks;
  readonly Depot: new (options: object) => { readonly webhooks: { unwrap: Unwrap } };
}

interface UntypedResponse {
  readonly data: unknown;
}

export interface UntypedClient {
  request(route: string, parameters?: object): Promise<UntypedResponse>;
  paginate(route: string, parameters?: object): AsyncIterable<unknown>;
}

interface UntypedMock {
  reply(route: string, ...replies: readonly unknown[]): void;
  readonly requests: readonly {
    readonly url: string;
    readonly headers: Headers;
    readonly body: unknown;
  }[];
}

interface BuiltRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

export interface Delivery {
  readonly id: string;
  readonly name: string;
  readonly payload: unknown;
  readonly body: string;
  readonly signature: string;
  readonly headers: Readonly<Record<string, string>>;
}

export interface UntypedWebhooks {
  onAny(handler: (event: { readonly payload: unknown }) => unknown): void;
  on(name: string, handler: (event: { readonly payload: unknown }) => unknown): void;
  onError(handler: (error: Error) => unknown): void;
  receive(delivery: object): Promise<void>;
  verifyAndReceive(delivery: object): Promise<void>;
  sign(payload: string): string;
}

type Unwrap = (body: string, headers: object) => Promise<{ readonly payload: unknown }>;
