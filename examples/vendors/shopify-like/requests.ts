/** The version of the API is a required header, the store a variable of the address. */
import { endpoint } from "./generated/index.js";

const version = { "X-Shopify-Api-Version": "2025-10" };
const store = endpoint.defaults({ variables: { store: "tea-house" } });

export const requests = [
  store("GET /orders.json", { ...version, status: "open", fields: ["id", "total_price"] }),
  store("GET /orders/{order_id}.json", { ...version, order_id: 450789469 }),
  store("POST /orders/{order_id}/cancel.json", {
    ...version,
    order_id: 450789469,
    reason: "customer",
    restock: true,
  }),
] as const;
