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

const SECRET = "a secret of this run";
const PATH = "/api/github/webhooks";

const [sdkFolder = "", recordings = ""] = process.argv.slice(2);
console.log(JSON.stringify(await deliverAll(sdkFolder, readRecordings(recordings))));

async function deliverAll(folder: string, deliveries: readonly Recording[]): Promise<Delivered> {
  const receiver = await createReceiver(folder);
  const server = createServer(receiver.handle);
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo; // it listens on a port
  let received = 0;
  try {
    for (const recording of deliveries) {
      const id = await send(recording, `http://127.0.0.1:${port}${PATH}`);
      if (isDeepStrictEqual(receiver.handled.get(id), recording)) received += 1;
    }
  } finally {
    server.close();
  }
  const { valid, invalid } = receiver;
  return { sent: deliveries.length, received, valid: valid.length, invalid: [...new Set(invalid)] };
}

/** A receiver of the made package, which keeps what it handles, and the names of valid and invalid deliveries. */
async function createReceiver(folder: string) {
  const { Webhooks, createNodeMiddleware } = await importFrom<Client>(folder, "index.js");
  const { validatePayload } = await importFrom<{ validatePayload: Validate }>(
    folder,
    "validate.js",
  );
  const handled = new Map<string, Recording>();
  const valid: string[] = [];
  const invalid: string[] = [];
  const validate: Validate = async (name, payload) => {
    const result = await validatePayload(name, payload);
    (result.valid ? valid : invalid).push(name);
    return result;
  };
  const webhooks = new Webhooks({ secret: SECRET, validation: { validate, onInvalid: "ignore" } });
  webhooks.onAny(({ id, name, payload }) => handled.set(id, { name, payload }));
  const middleware = createNodeMiddleware(webhooks, { path: PATH });
  const handle = (request: object, response: object): void => void middleware(request, response);
  return { handle, handled, valid, invalid };
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
  const text = await response.text();
  if (!response.ok) console.error(`${name}: ${response.status} ${text}`);
  return id;
}

function readRecordings(file: string): readonly Recording[] {
  const events = JSON.parse(readFileSync(file, "utf8")) as readonly {
    readonly name: string;
    readonly examples: readonly object[];
  }[]; // as the package describes it
  return events.flatMap(({ name, examples }) => examples.map((payload) => ({ name, payload })));
}

/** Imports a module of the package, which is built. */
async function importFrom<Module>(folder: string, file: string): Promise<Module> {
  return (await import(pathToFileURL(join(folder, "dist/src/generated", file)).href)) as Module;
}

export interface Delivered {
  readonly sent: number;
  /** Handled with the name, the id and the payload that were sent. */
  readonly received: number;
  readonly valid: number;
  /** The names of the events of which a delivery was invalid. */
  readonly invalid: readonly string[];
}

interface Recording {
  readonly name: string;
  readonly payload: object;
}

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
