/** Bundles of verification: what they hold, and how large they are. */
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { describe, expect, it } from "vitest";
import { standardWebhooks } from "../../src/receive/signatures/schemes.js";

describe("a client's bundle", () => {
  it.each(["node", "portable"])(
    "[E.10] holds no scheme that it does not use (%s)",
    async (platform) => {
      const text = await bundleVerify("standardWebhooks", platform);
      expect(text).toContain("webhook-signature");
      expect(text).not.toMatch(/stripe-signature|ed25519|createPublicKey|hmac-sha1|hmac-sha512/);
      expect(text).not.toMatch(/bodySHA256|URLSearchParams|JSON\.parse|at most once/);
    },
  );

  it("[E.10] holds an asymmetric algorithm where it is used", async () => {
    const text = await bundleVerify("discord");
    expect(text).toContain("createPublicKey");
    expect(text).not.toMatch(/createHmac\b|timingSafeEqual|webhook-signature/);
  });

  it("[E.10] of Standard Webhooks has at most 940 bytes", async () => {
    const { header, item, encoding, content, timestamp, tolerance } = standardWebhooks;
    const signed = Object.entries({ header, encoding, content, timestamp, tolerance });
    const lines = signed.map(([key, value]) => `${key}: ${JSON.stringify(value)},`);
    // The code that the generator writes into such a client.
    const text = await bundle(
      `import { SHA256 } from "#platform";
      import { bindHmacHeaderVerify } from "./receive/signatures/hmac.ts";
      import { readBase64Secret } from "./receive/signatures/secrets.ts";
      const SIGNED = { item: ${String(item)}, ${lines.join("\n")} };
      export const verify = bindHmacHeaderVerify(SHA256, SIGNED, (secret) =>
        readBase64Secret(secret, "whsec_"));`,
      "node",
    );
    expect(text).toContain("webhook-signature");
    expect(gzipSync(text).length).toBeLessThanOrEqual(940);
  });

  it("[E.10] of Stripe has fewer than 1,460 bytes", async () => {
    expect(gzipSync(await bundleVerify("stripe")).length).toBeLessThan(1_460);
  });
});

describe("the bundle of a verifier", () => {
  it.each(["node", "portable"])("[E.10] holds its scheme alone (%s)", async (platform) => {
    const text = await bundleVerifier("stripe", platform);
    expect(text).toContain("stripe-signature");
    expect(text).not.toMatch(/x-[\w-]+-(?:signature|hmac|token)|webhook-signature|paddle|workos/);
    expect(text).not.toMatch(
      /hmac-sha1"[,)]|createPublicKey|bodySHA256|JSON\.parse|URLSearchParams/,
    );
  });

  it.each([
    ["discord", /createPublicKey/, /createHmac\b|timingSafeEqual|stripe/],
    ["gitlabToken", /createHash/, /createHmac\b|createPublicKey|stripe/],
    ["twilio", /bodySHA256/, /createPublicKey|JSON\.parse|stripe/],
    ["linear", /JSON\.parse/, /createPublicKey|bodySHA256|stripe/],
  ])("[E.10] of %s holds its algorithm", async (scheme, expected, unexpected) => {
    const text = await bundleVerifier(scheme);
    expect(text).toMatch(expected);
    expect(text).not.toMatch(unexpected);
  });

  it("[E.10] of Stripe has fewer than 2,605 bytes", async () => {
    expect(gzipSync(await bundleVerifier("stripe")).length).toBeLessThan(2_605);
  });
});

/** The `verify` of a client for a service with this scheme. */
function bundleVerify(scheme: string, platform = "node") {
  const contents = `
    import { bindVerify } from "./receive/signatures/scheme.ts";
    import { ${scheme} } from "./receive/signatures/schemes.ts";
    export const verify = bindVerify(${scheme}, ${scheme});`;
  return bundle(contents, platform);
}

/** The program of somebody who imports the subpath. */
function bundleVerifier(scheme: string, platform = "node") {
  const contents = `
    import { createVerifier, ${scheme} } from "./runtime/signatures.ts";
    export const verify = (secret, body, headers) =>
      createVerifier(${scheme}, { secrets: [secret] }).verify(body, headers);`;
  return bundle(contents, platform);
}

async function bundle(contents: string, platform: string): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: "src", loader: "ts" },
    bundle: true,
    minify: true,
    format: "esm",
    platform: "node",
    write: false,
    tsconfigRaw: {},
    alias: { "#platform": `./src/receive/signatures/platform.${platform}.ts` },
  });
  return outputFiles.map(({ text }) => text).join("");
}
