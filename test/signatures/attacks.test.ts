/** Each attack on each preset. */
import { describe, expect, it } from "vitest";
import { createAnyScheme, createKeys } from "./all.js";
import { findRefusal, signPayload } from "../../src/receive/signatures/scheme.js";
import { ATTACKS, besideOthers } from "../cases/signatures/attacks.js";
import type { Delivery, Sign } from "../cases/signatures/attacks.js";
import { NOW, SAMPLES, URL } from "../cases/signatures/deliveries.js";
import type { Sample } from "../cases/signatures/deliveries.js";

describe.each(SAMPLES)("$name", (sample) => {
  const scheme = createAnyScheme(sample.description);
  const keys = createKeys(scheme, [sample.secret]);
  const sign = createSigner(sample);

  const refuse = ({ body, headers, url, method }: Delivery) =>
    findRefusal(scheme, keys, body, headers, { url, method, now: NOW });

  const attacks = ATTACKS.flatMap(({ name, attack, refusals }) => {
    const delivery = attack(sample, sign);
    return delivery === undefined ? [] : [{ name, delivery, refusals }];
  });

  it.each(attacks)("[E.3] [E.6] [E.8] refuses $name", ({ delivery, refusals }) => {
    expect(refusals).toContain(refuse(delivery));
  });

  it("[E.3] ignores the headers of other vendors", () => {
    expect(refuse(besideOthers(sample, sign()))).toBeUndefined();
  });

  it("[E.6] accepts a timestamp within the tolerance", () => {
    const tolerance = (sample.description.tolerance ?? 0) * 1000;
    for (const timestamp of [NOW - tolerance, NOW + tolerance]) {
      const body = sample.body.replace(String(NOW), String(timestamp));
      expect(refuse(sign({ body, timestamp }))).toBeUndefined();
    }
  });

  it("[E.3] reads headers in any form and spelling", () => {
    const sent = sign();
    const entries = Object.entries(sent.headers as Record<string, string>);
    const uppercase = entries.map(([name, value]) => [name.toUpperCase(), value]);
    const lists = entries.map(([name, value]) => [name, [value]]);
    expect(refuse({ ...sent, headers: Object.fromEntries(uppercase) })).toBeUndefined();
    expect(refuse({ ...sent, headers: Object.fromEntries(lists) })).toBeUndefined();
    const headers = new Headers(sent.headers as Record<string, string>);
    const context = { url: URL, method: "POST", now: NOW };
    expect(findRefusal(scheme, keys, sent.body, headers, context)).toBeUndefined();
  });
});

it.each(ATTACKS)("[E.8] $name is an attack on at least one scheme", ({ attack }) => {
  const tried = SAMPLES.filter((sample) => attack(sample, createSigner(sample)) !== undefined);
  expect(tried).not.toEqual([]);
});

function createSigner(sample: Sample): Sign {
  return ({ description, secret = sample.secret, body = sample.body, timestamp = NOW } = {}) => {
    const changed = { ...sample.description, ...description };
    const scheme = createAnyScheme(changed);
    const keys = createKeys(scheme, [secret]);
    const context = { id: "msg_1", timestamp, url: URL, method: "POST" };
    return { body, headers: signPayload(scheme, keys, body, context), url: URL, method: "POST" };
  };
}
