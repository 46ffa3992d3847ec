/** JSON bodies, a header parameter, and a list in one query parameter. */
import { endpoint } from "./generated/index.js";

export const requests = [
  endpoint("POST /emails", {
    "Idempotency-Key": "welcome-7",
    from: "Acme <hello@acme.example>",
    to: ["zoe@example.com"],
    subject: "Welcome",
  }),
  endpoint("GET /emails", { status: ["delivered", "bounced"], after: "em_1" }),
  endpoint("GET /emails/{email_id}", { email_id: "em/2" }),
] as const;
