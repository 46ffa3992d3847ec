/** The types of all responses, which no other subpath loads. */
export type * from "../../generated/endpoints.js";
