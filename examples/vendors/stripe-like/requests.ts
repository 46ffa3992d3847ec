/** Forms with nested keys, a header parameter, and brackets in the name of a query parameter. */
import { endpoint } from "./generated/index.js";

export const requests = [
  endpoint("POST /v1/charges", {
    "Idempotency-Key": "order-1001",
    amount: 1099,
    currency: "eur",
    metadata: { order: "1001 & 1002" },
    shipping: { name: "Zoë", address: { city: "Łódź" } },
    expand: ["customer", "invoice"],
  }),
  endpoint("GET /v1/charges", { created: { gte: 1700000000, lt: 1700086400 }, limit: 3 }),
  endpoint("POST /v1/disputes/{dispute}/close", { dispute: "du_1", "expand[]": ["charge"] }),
] as const;
