/** Laws of signatures: what was signed is verified, and nothing else. */
import fc from "fast-check";
import * as node from "../../src/receive/signatures/platform.node.js";
import * as portable from "../../src/receive/signatures/platform.portable.js";
import { sign, verify } from "../../generated/methods.js";
import { check, type Property } from "./property.js";

const anyText = fc.string({ unit: "binary", minLength: 1 });
const payload = fc.oneof(anyText, fc.uint8Array({ minLength: 1 }));

export const signatureProperties: readonly Property[] = [
  check("what was signed is verified, and nothing else is", anyText, payload, (secret, data) => {
    const signature = sign(secret, data);
    if (!/^sha256=[0-9a-f]{64}$/.test(signature)) throw new Error(signature);
    if (!verify(secret, data, signature)) throw new Error("its own signature is refused");
    if (verify(`${secret}x`, data, signature)) throw new Error("another secret is accepted");
  }),
  check(
    "any other text is false",
    payload,
    fc.oneof(
      anyText,
      fc.string({ unit: fc.constantFrom(...Array.from("sha256=0f")), minLength: 1 }),
    ),
    (data, signature) => {
      if (verify("s", data, signature)) throw new Error("accepted");
    },
  ),
  check(
    "a digit changed is false",
    anyText,
    fc.tuple(fc.integer({ min: 7, max: 70 }), fc.constantFrom(...Array.from("0123456789abcdef"))),
    (data, [index, digit]) => {
      const signature = sign("s", data);
      const changed = signature.slice(0, index) + digit + signature.slice(index + 1);
      if (verify("s", data, changed) !== (changed === signature)) throw new Error("accepted");
    },
  ),
  check(
    "both builds hash alike",
    fc.uint8Array({ minLength: 1, maxLength: 200 }),
    payload,
    (secret, data) => {
      if (
        node.hmac(node.SHA256, node.createHmacKey(node.SHA256, secret), [data], "hex") !==
        portable.hmac(
          portable.SHA256,
          portable.createHmacKey(portable.SHA256, secret),
          [data],
          "hex",
        )
      )
        throw new Error("different digests");
    },
  ),
];
