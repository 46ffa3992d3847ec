// Made of src/exports.ts by `npm run codegen`. Do not edit.

/** Lists of what services have sent, for an inbox that fetches what never arrived. */
export type { CatchUpPlan } from "../../catalog/catch-up.js";
export {
  createCatchUpSource,
  githubDeliveries,
  stripeEvents,
  svixMessages,
} from "../../inbox/catch-up/source.js";
export type { CatchUpSource } from "../../inbox/catch-up/types.js";
