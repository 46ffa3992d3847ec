/** A polluted `Object.prototype` must not give a toolkit a secret, or an event an action. */
import { readdirSync, readFileSync } from "node:fs";
import { afterEach, describe, expect, it } from "vitest";
import { createVerifier, stripe } from "../../src/runtime/signatures.js";
import { createWebMiddleware } from "../../src/receive/middleware/web.js";
import { AcmeWebhooks, SECRET } from "../cases/webhooks/acme.js";

/** Names that the platform itself reads through prototypes: of descriptors, iterators and streams. */
const PLATFORM_NAMES = new Set(["get", "set", "return", "cancel", "required"]);

const FOLDERS = ["src/receive/webhooks", "src/receive/middleware", "src/receive/signatures"];

const COMMENT = /^\s*(?:\/\*\*?|\*|\/\/).*$/gm;

const BODY = '{"action":"opened"}';

const polluted = new Set<string>();

afterEach(clear);

describe("a polluted prototype", () => {
  it("[B.2] adds no secret", () => {
    const signature = new AcmeWebhooks({ secret: "attacker" }).sign("{}");
    pollute("additionalSecrets", ["attacker"]);
    const webhooks = new AcmeWebhooks({ secret: SECRET });
    expect(webhooks.verify("{}", signature)).toBe(false);
  });

  it("[B.5] adds no transform", async () => {
    pollute("transform", () => "evil");
    const webhooks = new AcmeWebhooks({ secret: SECRET });
    const events: unknown[] = [];
    webhooks.on("issues", (event) => events.push(event));
    await webhooks.receive({ name: "issues", payload: { action: "opened" } });
    expect(events).toEqual([{ id: "", name: "issues", payload: { action: "opened" } }]);
  });

  it("[C.19] moves no path", async () => {
    pollute("path", "/evil");
    const middleware = createWebMiddleware(new AcmeWebhooks({ secret: SECRET }));
    const { status } = await middleware(new Request("https://x.example/evil", { method: "POST" }));
    expect(status).toBe(404);
  });

  it("[B.4] gives an event no action", async () => {
    pollute("action", "opened");
    const webhooks = new AcmeWebhooks({ secret: SECRET });
    const names: string[] = [];
    webhooks.on("issues.opened", () => names.push("issues.opened"));
    webhooks.on("issues", () => names.push("issues"));
    await webhooks.receive({ name: "issues", payload: { x: 1 } });
    expect(names).toEqual(["issues"]);
  });

  describe.each(["x", Number.MAX_VALUE, true])(
    "with %j under each name of the sources",
    (value) => {
      it("[B.2] [C.12] delivers what is authentic, and answers 200", async () => {
        const broken: string[] = [];
        for (const name of listNames()) {
          // Created before the pollution: the platform reads the options of a request through the prototype.
          const request = createRequest();
          pollute(name, value);
          const outcome = await deliver(request);
          clear();
          if (outcome !== "200, called once") broken.push(`${name}: ${outcome}`);
        }
        expect(broken).toEqual([]);
      });

      it("[E.6] keeps the tolerance and the clock of a verifier", () => {
        const created = createVerifier(stripe, { secrets: [SECRET] });
        const old = created.sign("{}", { timestamp: Date.now() - 400_000 });
        const broken = listNames().filter((name) => {
          pollute(name, value);
          const refusal = createVerifier(stripe, { secrets: [SECRET] }).findRefusal("{}", old);
          clear();
          return refusal !== "TIMESTAMP_OUT_OF_TOLERANCE";
        });
        expect(broken).toEqual([]);
      });
    },
  );
});

function pollute(key: string, value: unknown): void {
  Object.defineProperty(Object.prototype, key, { value, configurable: true, writable: true });
  polluted.add(key);
}

function clear(): void {
  for (const key of polluted) Reflect.deleteProperty(Object.prototype, key);
  polluted.clear();
}

/** The words of the sources, in which the name of each property is. */
function listNames(): readonly string[] {
  const texts = FOLDERS.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith(".ts"))
      .map((file) => readFileSync(`${folder}/${file}`, "utf8").replaceAll(COMMENT, "")),
  );
  const names = new Set(texts.flatMap((text) => text.match(/\b[a-z]\w*\b/gi) ?? []));
  return [...names].filter((name) => !(name in Object.prototype) && !PLATFORM_NAMES.has(name));
}

function createRequest(): Request {
  const headers = {
    "content-type": "application/json",
    "x-acme-event": "issues",
    "x-acme-delivery": "1",
    "x-acme-signature": new AcmeWebhooks({ secret: SECRET }).sign(BODY),
  };
  return new Request("https://x.example/hooks", { method: "POST", headers, body: BODY });
}

async function deliver(request: Request): Promise<string> {
  let calls = 0;
  try {
    const webhooks = new AcmeWebhooks({ secret: SECRET });
    webhooks.on("issues.opened", () => calls++);
    const { status } = await createWebMiddleware(webhooks, { path: "/hooks" })(request);
    return `${status}, called ${calls === 1 ? "once" : `${calls} times`}`;
  } catch (error) {
    return String(error);
  }
}
