/** The short path of HMAC schemes, which has to agree with the general one. */
import { describe, expect, it, vi } from "vitest";
import { readHeader } from "../../src/receive/signatures/readers.js";
import { isOfBody, planSignature } from "../../src/receive/signatures/plan/plan.js";
import type { SignedHeaders } from "../../src/receive/signatures/hmac.js";
import * as node from "../../src/receive/signatures/platform.node.js";
import * as portable from "../../src/receive/signatures/platform.portable.js";
import { besideOthers, type Delivery } from "../cases/signatures/alter-delivery.js";
import { NOW, SAMPLES, type Sample } from "../cases/signatures/deliveries.js";
import { createAnyScheme } from "./engine.js";
import { createSigner, listAttacks } from "./signed-samples.js";

const NODE = await load("node", node);
const BUILDS = [NODE, (await load("portable", portable)) as unknown as typeof NODE]; // its keys are of other types

/** Samples whose headers are signed, too: of the presets that `bindHmacHeaderVerify` is made for. */
const OF_HEADERS = SAMPLES.filter(({ name }) =>
  ["standard-webhooks", "slack", "zoom"].includes(name),
);

/** Samples of which the body alone is signed. */
const OF_BODY = SAMPLES.filter(({ description }) => {
  const isHmac = description.algorithm.startsWith("hmac-") && description.secret === undefined;
  return isHmac && isOfBody(planSignature(description));
});

describe.each(onBuilds(OF_HEADERS))("$name on $build.name", ({ sample, build }) => {
  const { bindHmacHeaderVerify, SHA256 } = build;
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

  it.each(listAttacks(sample))("[E.3] [E.6] [E.8] refuses $name", ({ delivery }) => {
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

describe.each(onBuilds(OF_BODY))("$name on $build.name", ({ sample, build }) => {
  const { bindHmacSign, bindHmacVerify } = build;
  const { item, prefix, encoding, header } = planSignature(sample.description);
  const hash = sample.description.algorithm === "hmac-sha256" ? build.SHA256 : build.SHA1;
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

  it.each(listAttacks(sample))("[E.3] [E.8] refuses $name", ({ delivery }) => {
    expect(isAuthentic(delivery)).toBe(false);
  });
});

it("[E.4] several presets sign the body alone", () => {
  expect(OF_BODY.length).toBeGreaterThan(2);
});

/** Loads the short path anew, over a platform. */
async function load<Platform extends object>(name: string, platform: Platform) {
  vi.resetModules();
  vi.doMock("#platform", () => platform);
  return { name, ...platform, ...(await import("../../src/receive/signatures/hmac.js")) };
}

/** Each sample on each platform. */
function onBuilds(samples: readonly Sample[]) {
  return samples.flatMap((sample) => BUILDS.map((build) => ({ sample, build, name: sample.name })));
}
