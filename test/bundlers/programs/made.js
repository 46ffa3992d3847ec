/** The same with a package that `init` made. */
import { Acme, createWebMiddleware, Webhooks } from "acme-sdk";
import { createDelivery, createMockFetch } from "acme-sdk/testing";
import { validatePayload } from "acme-sdk/validate";

const SECRET = "whsec_dGhlIHNlY3JldA==";

export async function run() {
  const acme = new Acme({ apiKey: "a-key" });
  const mock = createMockFetch(acme.client);
  mock.reply("GET /notes", Response.json([{ id: "1" }]));
  const notes = await acme.notes.list();
  const seen = [];
  const webhooks = new Webhooks({ secret: SECRET, validation: { validate: validatePayload } });
  webhooks.on("note.created", ({ name }) => seen.push(name));
  const delivery = await createDelivery("note.created", {}, { secret: SECRET });
  const { status } = await createWebMiddleware(webhooks)(delivery.toRequest());
  return [notes, mock.requests.map(({ route }) => route), status, seen];
}
