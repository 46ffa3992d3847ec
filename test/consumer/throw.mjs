/** Throws the uncaught error that is named by the argument. */
import { endpoint } from "typewire";
import { createClient } from "typewire/client";
import { createNodeMiddleware, Webhooks } from "typewire";
import { createVerifier, stripe } from "typewire/signatures";

const throwers = {
  "a missing parameter": () => endpoint("GET /orgs/{org}/repos", {}),
  "an invalid option": () => endpoint("GET /zen", { baseUrl: "nowhere" }),
  "an invalid timeout": () => createClient({ timeout: "long" }).request("GET /zen"),
  "a refused request": () =>
    createClient({ fetch: () => Promise.resolve(new Response("{}", { status: 422 })) }).request(
      "GET /zen",
    ),
  "a toolkit without a secret": () => new Webhooks({}),
  "a handler that is no function": () => new Webhooks({ secret: "x" }).on("push", "a text"),
  "a middleware for nothing": () => createNodeMiddleware({}),
  "a delivery that was not signed": () =>
    new Webhooks({ secret: "x" }).verifyAndReceive({
      ...{ id: "1", name: "ping", payload: "{}", signature: `sha256=${"0".repeat(64)}` },
    }),
  "a verifier without secrets": () => createVerifier(stripe, { secrets: [] }),
};

const [name] = process.argv.slice(2);
if (name === undefined) console.log(JSON.stringify(Object.keys(throwers)));
else await throwers[name]();
