/** The types of what each route responds, which no other subpath loads. */
export type * from "../../generated/endpoints.js";
