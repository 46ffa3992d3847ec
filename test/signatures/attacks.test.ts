/** Deliveries of each preset after each attack: all are refused. */
import { describe, expect, it } from "vitest";
import { createAnyScheme, createKeys } from "./engine.js";
import { findRefusal } from "../../src/receive/signatures/scheme.js";
import { besideOthers, type Delivery } from "../cases/signatures/alter-delivery.js";
import { ATTACKS } from "../cases/signatures/attacks.js";
import { NOW, SAMPLES, URL } from "../cases/signatures/deliveries.js";
import { createSigner, listAttacks } from "./signed-samples.js";

describe.each(SAMPLES)("$name", (sample) => {
  const scheme = createAnyScheme(sample.description);
  const keys = createKeys(scheme, [sample.secret]);
  const sign = createSigner(sample);

  const findReason = ({ body, headers, url, method }: Delivery) =>
    findRefusal(scheme, keys, body, headers, { url, method, now: NOW });

  it.each(listAttacks(sample))("[E.3] [E.6] [E.8] refuses $name", ({ delivery, refusals }) => {
    expect(refusals).toContain(findReason(delivery));
  });

  it("[E.3] ignores the headers of other vendors", () => {
    expect(findReason(besideOthers(sample, sign()))).toBeUndefined();
  });

  it("[E.6] accepts a timestamp within the tolerance", () => {
    const tolerance = (sample.description.tolerance ?? 0) * 1000;
    for (const timestamp of [NOW - tolerance, NOW + tolerance]) {
      const body = sample.body.replace(String(NOW), String(timestamp));
      expect(findReason(sign({ body, timestamp }))).toBeUndefined();
    }
  });

  it("[E.3] reads headers in any form and spelling", () => {
    const sent = sign();
    const entries = Object.entries(sent.headers as Record<string, string>);
    const uppercase = entries.map(([name, value]) => [name.toUpperCase(), value]);
    const lists = entries.map(([name, value]) => [name, [value]]);
    expect(findReason({ ...sent, headers: Object.fromEntries(uppercase) })).toBeUndefined();
    expect(findReason({ ...sent, headers: Object.fromEntries(lists) })).toBeUndefined();
    const headers = new Headers(sent.headers as Record<string, string>);
    const context = { url: URL, method: "POST", now: NOW };
    expect(findRefusal(scheme, keys, sent.body, headers, context)).toBeUndefined();
  });
});

it.each(ATTACKS)("[E.8] $name is an attack on at least one scheme", ({ attack }) => {
  const attacked = SAMPLES.filter((sample) => attack(sample, createSigner(sample)) !== undefined);
  expect(attacked).not.toEqual([]);
});
