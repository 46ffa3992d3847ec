/** The short path of HMAC schemes, which has to agree with the general one. */
import { describe, expect, it, vi } from "vitest";
import { readHeader } from "../../src/receive/signatures/content.js";
import { isOfBody, planSignature } from "../../src/receive/signatures/plan/plan.js";
import type { SignedHeaders } from "../../src/receive/signatures/hmac.js";
import * as node from "../../src/receive/signatures/platform.node.js";
import * as portable from "../../src/receive/signatures/platform.portable.js";
import { signPayload } from "../../src/receive/signatures/scheme.js";
import { ATTACKS, besideOthers, type Delivery, type Sign } from "../cases/signatures/attacks.js";
import { NOW, SAMPLES, URL, type Sample } from "../cases/signatures/deliveries.js";
import { createAnyScheme, createKeys } from "./all.js";

/** The presets that `bindHmacHeaderVerify` is made for. */
const NAMES = ["standard-webhooks", "slack", "zoom"];

const NODE = await load("node", node);
const BUILDS = [NODE, (await load("portable", portable)) as unknown as typeof NODE];

const OF_HEADERS = onBuilds(SAMPLES.filter(({ name }) => NAMES.includes(name)));

describe.each(OF_HEADERS)("$name on $on.build", ({ sample, on }) => {
  const { bindHmacHeaderVerify, SHA256 } = on;
  const { readSecret, secretPrefix, ...plan } = createAnyScheme(sample.description);
  const verify = bindHmacHeaderVerify(SHA256, plan as SignedHeaders, (secret) =>
    readSecret(secret, secretPrefix),
  );
  const sign = createSigner(sample);
  const isAuthentic = ({ body, headers }: Delivery, now = NOW) =>
    verify(sample.secret, body, headers, { now });

  it("[E.4] accepts what was signed with the secret, with other headers beside it", () => {
    expect(isAuthentic(sign())).toBe(true);
    expect(isAuthentic(besideOthers(sample, sign()))).toBe(true);
  });

  const attacks = ATTACKS.flatMap(({ name, attack }) => {
    const delivery = attack(sample, sign);
    return delivery === undefined ? [] : [{ name, delivery }];
  });

  it.each(attacks)("[E.3] [E.6] [E.8] refuses $name", ({ delivery }) => {
    expect(isAuthentic(delivery)).toBe(false);
  });

  it.each([
    [-300, true],
    [300, true],
    [301, false],
    [-301, false],
  ])("[E.6] judges a timestamp %i seconds away", (seconds, expected) => {
    expect(isAuthentic(sign(), NOW + seconds * 1000)).toBe(expected);
    const headers = sign().headers;
    const context = { now: NOW + seconds * 1000, tolerance: 400_000 };
    expect(verify(sample.secret, sample.body, headers, context)).toBe(true);
  });

  it("[E.4] refuses a secret that is none, whatever is sent", () => {
    for (const secret of ["", undefined, 1]) {
      expect(() => verify(secret as string, sample.body, {})).toThrow(TypeError);
    }
  });
});

const OF_BODY = SAMPLES.filter(({ description }) => {
  const isHmac = description.algorithm.startsWith("hmac-") && description.secret === undefined;
  return isHmac && isOfBody(planSignature(description));
});

describe.each(onBuilds(OF_BODY))("$name on $on.build", ({ sample, on }) => {
  const { bindHmacSign, bindHmacVerify } = on;
  const { item, prefix, encoding, header } = planSignature(sample.description);
  const hash = sample.description.algorithm === "hmac-sha256" ? on.SHA256 : on.SHA1;
  const verify = bindHmacVerify(hash, item, encoding);
  const signAlone = bindHmacSign(hash, prefix, encoding);
  const sign = createSigner(sample);
  const isAuthentic = ({ body, headers }: Delivery) => {
    const text = readHeader(header, headers) ?? "";
    return text !== "" && verify(sample.secret, body, text);
  };

  it("[E.4] signs and accepts as the general path", () => {
    const { headers } = sign();
    expect(signAlone(sample.secret, sample.body)).toBe(readHeader(header, headers));
    expect(isAuthentic(sign())).toBe(true);
    expect(isAuthentic(besideOthers(sample, sign()))).toBe(true);
  });

  const attacks = ATTACKS.flatMap(({ name, attack }) => {
    const delivery = attack(sample, sign);
    return delivery === undefined ? [] : [{ name, delivery }];
  });

  it.each(attacks)("[E.3] [E.8] refuses $name", ({ delivery }) => {
    expect(isAuthentic(delivery)).toBe(false);
  });
});

it("[E.4] bodies alone are signed by several presets", () => {
  expect(OF_BODY.length).toBeGreaterThan(2);
});

async function load<Platform extends object>(build: string, platform: Platform) {
  vi.resetModules();
  vi.doMock("#platform", () => platform);
  return { build, ...platform, ...(await import("../../src/receive/signatures/hmac.js")) };
}

/** Each sample on each platform. */
function onBuilds(samples: readonly Sample[]) {
  return samples.flatMap((sample) => BUILDS.map((on) => ({ sample, on, name: sample.name })));
}

function createSigner(sample: Sample): Sign {
  return ({ description, secret = sample.secret, body = sample.body, timestamp = NOW } = {}) => {
    const scheme = createAnyScheme({ ...sample.description, ...description });
    const keys = createKeys(scheme, [secret]);
    const headers = signPayload(scheme, keys, body, { id: "msg_1", timestamp });
    return { body, headers, url: URL, method: "POST" };
  };
}
