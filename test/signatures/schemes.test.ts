/** The generated schemes: one for each preset, in code, types and documentation. */
import { createPrivateKey } from "node:crypto";
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import {
  createVerifier,
  defineStandardWebhooks,
  github,
  type SignatureScheme,
} from "../../src/runtime/signatures.js";
import { createAnyScheme } from "../../src/receive/signatures/define.js";
import { DELIVERIES } from "../../src/receive/signatures/plan/presets.js";
import * as schemes from "../../src/receive/signatures/schemes.js";
import { NOW, SAMPLES, URL } from "../cases/signatures/deliveries.js";

const SECRET = "It's a secret";
const now = () => NOW;

/** Schemes by the names of their presets: `gitlabToken` is `gitlab-token`. */
const byPreset = new Map<string, SignatureScheme>(
  Object.entries(schemes).flatMap(([name, scheme]) =>
    typeof scheme === "function" ? [] : [[toPresetName(name), scheme]],
  ),
);

/** Tells a contributor what to do when a preset is missing somewhere. */
const WRITE = "Out of date; run `npx tsx scripts/write-schemes.ts`";

describe("schemes", () => {
  it("[E.1] are one for each preset", () => {
    const missing = SAMPLES.map(({ name }) => name).filter((name) => !byPreset.has(name));
    expect(missing, WRITE).toEqual([]);
    expect(byPreset.size, WRITE).toBe(SAMPLES.length);
  });

  it("[E.1] are those of the contract", () => {
    const [, list = ""] =
      /These schemes are exported:([^.]*)\./.exec(readText("docs/contract/E-signatures.md")) ?? [];
    const names = Object.entries(schemes).flatMap(([name, { header }]) => (header ? [name] : []));
    expect(findNames(list), WRITE).toEqual(names.sort());
  });

  it("[E.1] are those that the YAML takes, and its reference lists", () => {
    const { definitions } = JSON.parse(readText("codegen/meta/vendor.schema.json")) as {
      definitions: { preset: { enum: readonly string[] } }; // as the checker of vendor.yaml reads it
    };
    expect(definitions.preset.enum, WRITE).toEqual(SAMPLES.map(({ name }) => name));
    const [, list = ""] =
      /A preset has the name of a service:([^.]*)\./.exec(readText("schema/README.md")) ?? [];
    expect(findNames(list), WRITE).toEqual(definitions.preset.enum);
  });

  it.each(SAMPLES)("[E.1] $name is its preset, written as a plan", ({ name, description }) => {
    const written = byPreset.get(name);
    const made = createAnyScheme(description);
    const use = written?.use.name;
    const { deliveries, ...signing } = { placeholders: {}, ...written, use };
    expect(signing).toEqual({ ...made, use: made.use.name });
    expect(deliveries).toEqual(DELIVERIES[name]);
  });

  it.each(SAMPLES)("[E.1] [E.8] [E.9] $name signs and verifies", (sample) => {
    const scheme = byPreset.get(sample.name) ?? github;
    const verifier = createVerifier(scheme, { secrets: [sample.secret], now });
    const context = { url: URL, method: "POST" };
    const headers = verifier.sign(sample.body, { ...context, id: "msg_1" });
    expect(verifier.findRefusal(sample.body, headers, context)).toBeUndefined();
    expect(verifier.verify(Buffer.from(sample.body), headers, context)).toBe(true);
    const other = createVerifier(scheme, { secrets: [sample.otherSecret], now });
    expect(other.findRefusal(sample.body, headers, context)).toBe("SIGNATURE_MISMATCH");
    expect(other.verify(sample.body, headers, context)).toBe(false);
  });

  it.each(SAMPLES)("[E.7] $name takes its secret as bytes", ({ name, secret, body }) => {
    const scheme = byPreset.get(name) ?? github;
    const context = { url: URL, method: "POST" };
    const sent = createVerifier(scheme, { secrets: [secret], now }).sign(body, {
      ...context,
      id: "msg_1",
    });
    const bytes = toBytes(secret);
    const verifier = createVerifier(scheme, { secrets: [bytes], now });
    bytes.fill(0); // the caller's own
    expect(verifier.verify(body, sent, context)).toBe(true);
    expect(verifier.verify(`${body}x`, sent, context)).toBe(name === "gitlab-token");
  });

  it("[E.1] are counted where a text says how many there are", () => {
    for (const path of ["README.md", "CHANGELOG.md"]) {
      const counts = [...readText(path).matchAll(/(\d+) (?:signature )?schemes\b/g)];
      expect(
        counts.map(([, count]) => Number(count)),
        WRITE,
      ).toEqual([SAMPLES.length]);
    }
  });

  it.each<[wrongScheme: unknown, got: string]>([
    ["stripe", "a string"],
    [undefined, "undefined"],
    [null, "null"],
    [{}, "an object"],
    [defineStandardWebhooks, "a function"],
  ])("[E.8] are expected by a verifier, not %s", (wrongScheme, got) => {
    const create = () => createVerifier(wrongScheme as SignatureScheme, { secrets: [SECRET] });
    const message = `The first argument is ${got}; expected a scheme, which this module exports by the name of its service.`;
    expect(create).toThrow(new TypeError(message));
  });

  it("[E.1] of Standard Webhooks may have a vendor's header names", () => {
    const secrets = ["whsec_c2VjcmV0"];
    const headers = createVerifier(defineStandardWebhooks("svix"), { secrets }).sign("{}", {
      id: "1",
    });
    expect(Object.keys(headers).sort()).toEqual(["svix-id", "svix-signature", "svix-timestamp"]);
  });
});

function toPresetName(exportedName: string): string {
  return exportedName
    .replace(/[A-Z]/g, "-$&")
    .replace("V3", "-v3")
    .toLowerCase()
    .replace("--", "-");
}

function readText(path: string): string {
  return readFileSync(path, "utf8");
}

/** The names between backticks in a list. */
function findNames(list: string): readonly string[] {
  return [...list.matchAll(/`([^`]+)`/g)].map(([, name = ""]) => name);
}

/** The bytes that the text of a secret stands for; of a private key its DER. */
function toBytes(secret: string): Uint8Array {
  if (secret.startsWith("-----")) {
    return createPrivateKey(secret).export({ type: "pkcs8", format: "der" });
  }
  return secret.startsWith("whsec_") ? Buffer.from(secret.slice(6), "base64") : Buffer.from(secret);
}
