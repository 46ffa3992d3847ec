/** Signed deliveries of the samples, and the attacks on them. */
import { signPayload } from "../../src/receive/signatures/scheme.js";
import { ATTACKS, type Sign } from "../cases/signatures/attacks.js";
import { NOW, URL, type Sample } from "../cases/signatures/deliveries.js";
import { createAnyScheme, createKeys } from "./engine.js";

/** Makes deliveries of a sample, each with some parts changed before it is signed. */
export function createSigner(sample: Sample): Sign {
  return ({ description, secret = sample.secret, body = sample.body, timestamp = NOW } = {}) => {
    const scheme = createAnyScheme({ ...sample.description, ...description });
    const keys = createKeys(scheme, [secret]);
    const context = { id: "msg_1", timestamp, url: URL, method: "POST" };
    return { body, headers: signPayload(scheme, keys, body, context), url: URL, method: "POST" };
  };
}

/** The attacks that apply to a sample, each with the delivery that it makes of it. */
export function listAttacks(sample: Sample) {
  const sign = createSigner(sample);
  return ATTACKS.flatMap(({ name, attack, refusals }) => {
    const delivery = attack(sample, sign);
    return delivery === undefined ? [] : [{ name, delivery, refusals }];
  });
}
