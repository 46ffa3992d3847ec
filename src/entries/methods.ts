export { sign, verify } from "../webhooks/signature.js";
export type { RawPayload } from "../webhooks/types.js";
