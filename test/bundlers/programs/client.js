/** What a page and a worker do with the default package: build, send, sign, verify, receive. */
import { createWebMiddleware, endpoint, Webhooks } from "typewire";
import { createClient } from "typewire/client";
import { createVerifier, standardWebhooks } from "typewire/signatures";
import { createDelivery } from "typewire/testing";

const repo = { owner: "acme", repo: "site" };

export async function run() {
  const fetch = () => Promise.resolve(Response.json({ full_name: "acme/site" }));
  const { data } = await createClient({ fetch }).request("GET /repos/{owner}/{repo}", repo);
  const seen = [];
  const webhooks = new Webhooks({ secret: "development" });
  webhooks.on("issues.opened", ({ payload }) => seen.push(payload.issue.title));
  const delivery = await createDelivery("issues.opened", { issue: { title: "é 😀" } });
  const { status } = await createWebMiddleware(webhooks)(
    delivery.toRequest("https://a.example/api/vendor/webhooks"),
  );
  const verifier = createVerifier(standardWebhooks, { secrets: ["whsec_dGhlIHNlY3JldA=="] });
  const signed = verifier.sign("{}", { id: "msg_1", timestamp: 1_700_000_000_000 });
  return [
    endpoint("GET /repos/{owner}/{repo}/issues", { ...repo, labels: "a b" }).url,
    data.full_name,
    status,
    seen,
    webhooks.verify("{}", webhooks.sign("{}")),
    webhooks.verify("{} ", webhooks.sign("{}")),
    signed,
  ];
}
