/** Four everyday tasks: all of a list, a form, an upload, an error. */
import { createClient, isResponseError } from "./generated/client.js";

const client = createClient({
  auth: process.env["PAYMENTS_KEY"],
  baseUrl: process.env["PAYMENTS_URL"], // the service's own address when it is not set
});

// All payments, page by page.
for await (const { id, amount } of client.paginate("GET /v1/charges", { limit: 100 }))
  console.log(`${id}: ${amount}`);

// Take a payment. It has an idempotency key, so it is sent again if the connection breaks.
const parameters = { amount: 1099, currency: "eur", metadata: { order: "1001" } };
const { data: charge } = await client.request("POST /v1/charges", parameters);
console.log(`Created ${charge.id}`);

// Upload a file.
const file = new Blob(["evidence"], { type: "text/plain" });
const upload = await client.request("POST /v1/files", { purpose: "dispute_evidence", file });
console.log(`Uploaded ${upload.data.size} bytes`);

// Handle a 404.
const get = "GET /v1/charges/{charge}";
try {
  await client.request(get, { charge: "ch_missing" });
} catch (error) {
  if (!isResponseError(error, get) || error.status !== 404) throw error;
  console.log(`There is no such payment: ${error.data.error.type}`);
}
