/** Path and headers of a request with a signed delivery. */
import { payload, signature } from "../http/toolkit.js";

export const path = "/hooks/inbox";

export const headers = {
  "content-type": "application/json",
  "x-acme-event": "note",
  "x-acme-delivery": "delivery-1",
  "x-acme-signature": signature(payload),
};
