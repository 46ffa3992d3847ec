/**
 * Sends recorded deliveries, unchanged, as GitHub does, to a generated client over loopback, with its
 * validation on. Prints how many it received, and how many of these are valid:
 *
 *     deliver.ts <folder of the made package> <recorded deliveries>
 */
import { createHmac, randomUUID } from "node:crypto";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import process from "node:process";
import { pathToFileURL } from "node:url";
import { isDeepStrictEqual } from "node:util";

export interface Delivered {
  readonly sent: number;
  /** Handled with the name, the id and the payload that were sent. */
  readonly received: number;
  readonly valid: number;
  /** The names that some delivery was told invalid with. */
  readonly invalid: readonly string[];
}

interface Recording {
  readonly name: string;
  readonly payload: object;
}

const SECRET = "a secret of this run";
const PATH = "/api/github/webhooks";

type Validate = (name: string, payload: unknown) => Promise<{ readonly valid: boolean }>;

interface Client {
  readonly Webhooks: new (options: object) => {
    onAny(handler: (event: { id: string; name: string; payload: object }) => void): void;
  };
  readonly createNodeMiddleware: (
    webhooks: object,
    options: { readonly path: string },
  ) => (request: object, response: object) => Promise<boolean>;
}

const [sdk = "", recordings = ""] = process.argv.slice(2);
console.log(JSON.stringify(await deliverAll(readRecordings(recordings))));

function readRecordings(file: string): readonly Recording[] {
  const events = JSON.parse(readFileSync(file, "utf8")) as readonly {
    readonly name: string;
    readonly examples: readonly object[];
  }[]; // as the package describes it
  return events.flatMap(({ name, examples }) => examples.map((payload) => ({ name, payload })));
}

async function importFrom<Module>(file: string): Promise<Module> {
  return (await import(pathToFileURL(join(sdk, "dist/src/generated", file)).href)) as Module; // built
}

async function deliverAll(deliveries: readonly Recording[]): Promise<Delivered> {
  const { Webhooks, createNodeMiddleware } = await importFrom<Client>("index.js");
  const { validatePayload } = await importFrom<{ validatePayload: Validate }>("validate.js");
  const invalid: string[] = [];
  const received = new Map<string, { readonly name: string; readonly payload: object }>();
  const validate: Validate = async (name, payload) => {
    const result = await validatePayload(name, payload);
    if (!result.valid) invalid.push(name);
    return result;
  };
  const webhooks = new Webhooks({
    secret: SECRET,
    validation: { validate, onInvalid: "ignore" },
  });
  webhooks.onAny(({ id, name, payload }) => received.set(id, { name, payload }));
  const middleware = createNodeMiddleware(webhooks, { path: PATH });
  const server = createServer((request, response) => void middleware(request, response));
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo; // it listens on a port
  let count = 0;
  for (const recording of deliveries) {
    const id = await send(recording, `http://127.0.0.1:${port}${PATH}`);
    if (isDeepStrictEqual(received.get(id), recording)) count += 1;
  }
  server.close();
  return {
    sent: deliveries.length,
    received: count,
    valid: deliveries.length - invalid.length,
    invalid: [...new Set(invalid)],
  };
}

/** @returns The id of the delivery. */
async function send({ name, payload }: Recording, url: string): Promise<string> {
  const id = randomUUID();
  const body = JSON.stringify(payload);
  const signature = createHmac("sha256", SECRET).update(body).digest("hex");
  const headers = {
    "content-type": "application/json",
    "User-Agent": "GitHub-Hookshot/0000000",
    "X-GitHub-Delivery": id,
    "X-GitHub-Event": name,
    "X-Hub-Signature-256": `sha256=${signature}`,
  };
  const response = await fetch(url, { method: "POST", headers, body });
  if (!response.ok) console.error(`${name}: ${response.status} ${await response.text()}`);
  await response.body?.cancel();
  return id;
}
