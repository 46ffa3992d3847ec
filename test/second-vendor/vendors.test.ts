/** Services that deliver in other ways: each client is generated, type-checked, and receives. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { generate, type GeneratedFile } from "../../codegen/generate.js";
import { readSchema } from "../../codegen/read-schema.js";
import { STRICTEST } from "../cases/codegen/emit/type-errors.js";
import { type VendorCase, vendors } from "../cases/codegen/vendors/vendors.js";
import { COMPILED, compileProject } from "../programs/compile.js";

/** A folder of this run, beside the sources that the clients import. */
const root = mkdtempSync(fileURLToPath(new URL(".vendors-", import.meta.url)));

/** The files of the clients, by the names of the services. */
const clients = new Map<string, readonly GeneratedFile[]>();

beforeAll(async () => {
  for (const vendor of vendors) {
    const generated = await generateClient(vendor);
    clients.set(vendor.name, generated);
    for (const { path, text } of generated) {
      const file = join(root, vendor.name, path);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, text);
    }
    writeFileSync(join(root, vendor.name, "consumer.ts"), vendor.consumer);
  }
  writeFileSync(
    join(root, "tsconfig.json"),
    JSON.stringify({ compilerOptions: STRICTEST, include: ["**/*.ts"] }),
  );
});

afterAll(() => rmSync(root, { recursive: true, force: true }));

it("all clients type-check with programs that use them", () => {
  expect(compileProject(root)).toEqual(COMPILED);
});

describe("a placeholder in a name", () => {
  it("stands for one word of what is sent", async () => {
    const secret = "whsec_bmF0dXJhbGx5";
    const { Webhooks, createWebMiddleware } = await importFile<Client>(
      "standard-webhooks",
      "index.ts",
    );
    const webhooks = new Webhooks({ secret });
    const received: object[] = [];
    webhooks.on("{dataType}.write.successful", (each) => received.push(each));
    const handle = createWebMiddleware(webhooks);
    for (const eventType of ["bills.write.successful", "a.b.write.successful"]) {
      const body = JSON.stringify({ eventType });
      const signed = webhooks.sign(body, { id: "msg_1" });
      const headers = { "content-type": "application/json", ...signed };
      await handle(new Request("http://localhost/hooks", { method: "POST", headers, body }));
    }
    expect(received).toEqual([
      {
        id: "msg_1",
        name: "bills.write.successful",
        payload: { eventType: "bills.write.successful" },
      },
    ]);
  });
});

describe.each(vendors)("a vendor: $name", ({ name, isOfBody, on, event, headers, secret }) => {
  it("has no endpoint without routes", () => {
    const paths = clients.get(name)?.map(({ path }) => path);
    expect(paths?.filter((path) => /route|endpoint/.test(path))).toEqual([]);
  });

  it("verifies a delivery without the toolkit, and nothing else", async () => {
    const { createDelivery } = await importFile<Testing>(name, "testing.ts");
    const { verify } = await importFile<Methods>(name, "methods.ts");
    const { webhookHeaders } = await importFile<Constants>(name, "constants.ts");
    const { body, headers: sent } = await createDelivery(on, {}, { secret });
    // A signature of the body alone is passed as a text.
    const signed = isOfBody ? sent[webhookHeaders.signature] : sent;
    expect(verify(secret, body, signed)).toBe(true);
    expect(verify(secret, `${body} `, signed)).toBe(false);
    expect(verify("whsec_b3RoZXI=", body, signed)).toBe(false);
    expect(() => verify(secret, undefined, signed)).toThrow(TypeError);
  });

  it("[B.29] validates what its service sends, and nothing else", async () => {
    const { createDelivery } = await importFile<Testing>(name, "testing.ts");
    const { validatePayload } = await importFile<Validate>(name, "validate.ts");
    const { body } = await createDelivery(on, {}, { secret });
    for (const each of [on, event]) {
      expect(await validatePayload(each, JSON.parse(body))).toMatchObject({ valid: true });
    }
    expect(await validatePayload(on, [])).toMatchObject({ valid: false });
    await expect(validatePayload(`${on}.`, JSON.parse(body))).rejects.toThrow(TypeError);
  });

  it("receives what its service sends, and nothing else", async () => {
    const { Webhooks, createWebMiddleware } = await importFile<Client>(name, "index.ts");
    const { createDelivery } = await importFile<Testing>(name, "testing.ts");
    const webhooks = new Webhooks({ secret });
    const received: object[] = [];
    webhooks.on(on, (each) => received.push(each));
    const handle = createWebMiddleware(webhooks);
    const delivery = await createDelivery(on, {}, { secret });
    expect(Object.keys(delivery.headers)).toEqual(expect.arrayContaining([...headers]));
    expect((await handle(delivery.toRequest())).status).toBe(200);
    expect(received).toMatchObject([{ name: event }]);
    const forged = await createDelivery(on, {}, { secret: "whsec_b3RoZXI=" });
    expect((await handle(forged.toRequest())).status).toBe(400);
  });
});

function generateClient({ files }: VendorCase): Promise<readonly GeneratedFile[]> {
  return generate(readSchema(Object.entries(files).map(([path, text]) => ({ path, text }))));
}

async function importFile<Module>(name: string, file: string): Promise<Module> {
  return (await import(join(root, name, file))) as Module; // generated above
}

interface Client {
  readonly Webhooks: new (options: { secret: string }) => {
    on(name: string, handler: (event: object) => void): void;
    sign(body: string, context: { id: string }): Record<string, string>;
  };
  readonly createWebMiddleware: (webhooks: object) => (request: Request) => Promise<Response>;
}

interface Testing {
  readonly createDelivery: (
    name: string,
    overrides: object,
    options: { secret: string },
  ) => Promise<{
    body: string;
    headers: Record<string, string>;
    toRequest(): Request;
  }>;
}

interface Validate {
  readonly validatePayload: (name: string, payload: unknown) => Promise<{ valid: boolean }>;
}

interface Methods {
  readonly verify: (secret: string, payload: unknown, signature: unknown) => boolean;
}

interface Constants {
  readonly webhookHeaders: { readonly signature: string };
}
