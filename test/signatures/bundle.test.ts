import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { describe, expect, it } from "vitest";
import type { SignatureDescription } from "../../src/signatures/description.js";
import { planSignatures } from "../../src/signatures/plan.js";
import { DISCORD, STANDARD_WEBHOOKS } from "../../src/signatures/presets.js";

/** A client's `verify` with a plan that was written into it, bundled as its user would. */
async function bundle(description: SignatureDescription, algorithm: string, platform = "node") {
  const { item, ...plan } = planSignatures(description);
  const contents = `
    import { ${algorithm} } from "./algorithms.ts";
    import { createSignatureKeys } from "./scheme.ts";
    import { verifyPayload } from "./verify.ts";
    const scheme = { ...${JSON.stringify(plan)}, item: ${String(item)}, use: ${algorithm} };
    export const verify = (secret, body, headers) =>
      verifyPayload(scheme, createSignatureKeys(scheme, [secret]), body, headers);`;
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: "src/signatures", loader: "ts" },
    bundle: true,
    minify: true,
    format: "esm",
    platform: "node",
    write: false,
    tsconfigRaw: {},
    alias: { "#signature-platform": `./src/signatures/platform.${platform}.ts` },
  });
  return outputFiles.map(({ text }) => text).join("");
}

describe("a client's bundle", () => {
  it.each(["node", "portable"])(
    "[E.10] holds no scheme that it does not use (%s)",
    async (platform) => {
      const text = await bundle(STANDARD_WEBHOOKS, "HMAC_SHA256", platform);
      expect(text).toContain("webhook-signature");
      expect(text).not.toMatch(/stripe-signature|ed25519|createPublicKey|hmac-sha1|hmac-sha512/);
      expect(text).not.toMatch(/bodySHA256|URLSearchParams|JSON\.parse|is wrong; expected/);
    },
  );

  it("[E.10] holds an asymmetric algorithm where it is used", async () => {
    const text = await bundle(DISCORD, "ED25519");
    expect(text).toContain("createPublicKey");
    expect(text).not.toMatch(/createHmac\b|timingSafeEqual|webhook-signature/);
  });

  it("[E.10] is no larger than it was", async () => {
    expect(gzipSync(await bundle(STANDARD_WEBHOOKS, "HMAC_SHA256")).length).toBeLessThan(1_500);
  });
});
