/** Deliveries that the class verifies (contract H.10). */
import { beforeEach, describe, expect, it, vi } from "vitest";
import * as stainless from "../../src/runtime/stainless.js";
import { createAnyScheme } from "../../src/receive/signatures/define.js";
import { PRESETS } from "../../src/receive/signatures/plan/presets.js";
import { createVerifier } from "../../src/receive/signatures/verifier.js";
import { readFields } from "../../src/receive/webhooks/parts/fields.js";
import { createOpener } from "../../src/receive/webhooks/unwrap.js";
import { createService } from "../client/service.js";
import { CATALOG } from "./garden.js";

const NOW = 1_700_000_000;
const SECRET = `whsec_${Buffer.from("a-secret-of-twenty-four-b").toString("base64")}`;
const OTHER = `whsec_${Buffer.from("b-secret-of-twenty-four-b").toString("base64")}`;
const BODY = '{"type":"plant.wilted","data":{"id":7}}';
const scheme = createAnyScheme(PRESETS["standard-webhooks"]);

const open = createOpener(
  {
    path: "/hooks",
    event: { body: "type" },
    delivery: { header: "webhook-id" },
    eventNames: ["plant.wilted"],
  },
  { scheme, fields: readFields },
);

const headers = sign(BODY);

beforeEach(() => {
  vi.useFakeTimers({ now: NOW * 1_000, toFake: ["Date"] });
  return () => {
    vi.useRealTimers();
    vi.unstubAllEnvs();
  };
});

describe("[H.10] deliveries", () => {
  it("are verified at once, with the key of the call before that of the class", () => {
    const payload = { type: "plant.wilted", data: { id: 7 } };
    const { webhooks } = create();
    expect(webhooks.unwrap(BODY, { headers, key: SECRET })).toEqual(payload);
    const other = create({ webhookSecret: OTHER });
    expect(other.webhooks.unwrap(BODY, { headers, key: SECRET })).toEqual(payload);
    const changed = other.withOptions({ webhookSecret: SECRET });
    expect(changed.webhooks.unwrap(BODY, { headers: new Headers(headers) })).toEqual(payload);
    vi.stubEnv("GARDEN_WEBHOOK_SECRET", SECRET);
    expect(create().webhooks.unwrap(BODY, { headers })).toEqual(payload);
    expect(webhooks.unsafeUnwrap(BODY)).toEqual(payload);
  });

  it.each<[title: string, sent: object, key: string, text: RegExp]>([
    ["another key", headers, OTHER, /^No matching signature found: /],
    ["another body", sign("{}"), SECRET, /^No matching signature found: /],
    ["another id", { ...headers, "webhook-id": "b" }, SECRET, /^No matching signature found: /],
    ["no header", {}, SECRET, /^Missing required headers: /],
    ["an old time", { ...headers, "webhook-timestamp": "5" }, SECRET, /^Message timestamp too old/],
    ["an old delivery", sign(BODY, NOW - 301), SECRET, /^Message timestamp too old: /],
    ["a time to come", sign(BODY, NOW + 301), SECRET, /^Message timestamp too new: /],
  ])("are refused with the usual text: %s", (_title, sent, key, text) => {
    const { webhooks } = create();
    expect(() => webhooks.unwrap(BODY, { headers: sent as never, key })).toThrow(text);
  });

  it.each<[env: string, expected: string]>([
    [
      "GARDEN_WEBHOOK_SECRET",
      '`key`, the option "webhookSecret" or the environment variable GARDEN_WEBHOOK_SECRET',
    ],
    ["", '`key` or the option "webhookSecret"'],
  ])("say which option is missing, with the variable %j", (env, expected) => {
    expect(() => create({}, env).webhooks.unwrap(BODY, { headers })).toThrow(
      new TypeError(`The key is undefined; expected ${expected}.`),
    );
  });

  it("say that a key is empty", () => {
    const empty = /^No matching signature found: The secret/;
    expect(() => create().webhooks.unwrap(BODY, { headers, key: "whsec_" })).toThrow(empty);
  });
});

function sign(body: string, seconds = NOW, secret = SECRET): Record<string, string> {
  return createVerifier(scheme, { secrets: [secret] }).sign(body, {
    id: "msg_1",
    method: "POST",
    url: "",
    timestamp: seconds * 1_000,
  });
}

function create(options: object = {}, env = "GARDEN_WEBHOOK_SECRET"): Receiver {
  return new (stainless.createStainless<Receiver, object>(
    { ...CATALOG, webhookSecret: { option: "webhookSecret", env } },
    (clientOptions: object) => createService({}, clientOptions),
    { open },
  ))(options);
}

interface Receiver {
  readonly webhooks: stainless.StainlessWebhooks;
  withOptions(options: object): Receiver;
}
