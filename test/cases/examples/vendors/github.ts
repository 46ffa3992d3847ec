import { createHmac } from "node:crypto";
import { edit, JSON_BODY, signHmac, type VendorExample } from "./vendor-example.js";

/** https://docs.github.com/webhooks/using-webhooks/validating-webhook-deliveries */
export function signGithub(body: string, secret: string): string {
  return `sha256=${signHmac(secret, body, "hex")}`;
}

const FORGE = { accept: "application/vnd.forge+json" };

export const github: VendorExample = {
  folder: "github-like",
  requests: [
    {
      method: "GET",
      url: "https://api.forge.example/repos/acme/shop/contents/docs/read%20me.md?ref=main",
      headers: FORGE,
      body: "",
    },
    {
      method: "POST",
      url: "https://api.forge.example/repos/acme/shop/issues",
      headers: { ...JSON_BODY, ...FORGE },
      body: '{"title":"It rains in","labels":["roof"]}',
    },
    {
      method: "POST",
      url: "https://api.forge.example/markdown/raw",
      headers: { accept: "text/html", "content-type": "text/plain" },
      body: "**bold**",
    },
  ],
  secret: "It's a Secret to Everybody",
  ask: "secret of your webhook",
  body: JSON.stringify({
    action: "opened",
    issue: { id: 73464126, number: 2, title: "Spelling error in the README", state: "open" },
    repository: { id: 35129377, full_name: "acme/shop", private: false },
    sender: { login: "zoe", type: "User" },
  }),
  createHeaders: (body, secret) => ({
    Accept: "*/*",
    "Content-Type": "application/json",
    "User-Agent": "GitHub-Hookshot/044aadd",
    "X-GitHub-Delivery": "72d3162e-cc78-11e3-81ab-4c9367dc0958",
    "X-GitHub-Event": "issues",
    "X-GitHub-Hook-ID": "292430182",
    "X-GitHub-Hook-Installation-Target-ID": "79929171",
    "X-GitHub-Hook-Installation-Target-Type": "repository",
    "X-Hub-Signature": `sha1=${createHmac("sha1", secret).update(body).digest("hex")}`,
    "X-Hub-Signature-256": signGithub(body, secret),
  }),
  printed: "72d3162e-cc78-11e3-81ab-4c9367dc0958: acme/shop#2 Spelling error in the README",
  signatureHeader: "X-Hub-Signature-256",
  isTimed: false,
  challenges: [],
  forgeries: [
    {
      title: "a signature that was cut",
      code: "SIGNATURE_MALFORMED",
      forge: edit("X-Hub-Signature-256", /.{9}$/, ""),
    },
    {
      title: "the digest of another algorithm",
      code: "SIGNATURE_MALFORMED",
      forge: (headers) => ({ ...headers, "X-Hub-Signature-256": headers["X-Hub-Signature"] ?? "" }),
    },
    {
      title: "only the header of the older signature",
      code: "SIGNATURE_MISSING",
      forge: ({ "X-Hub-Signature-256": _signature, ...headers }) => headers,
    },
    {
      title: "a list of a bad and the good signature",
      code: "HEADER_REPEATED",
      forge: edit("X-Hub-Signature-256", /^/, `sha256=${"0".repeat(64)},`),
    },
  ],
  mistakes: [
    `endpoint("POST /repos/{owner}/{repo}/issues", { owner: "a", repo: "b" });`,
    `endpoint("POST /markdown/raw", { data: { text: "**bold**" } });`,
    `webhooks.on("issues.opened", ({ payload }): "closed" => payload.action);`,
  ],
};
