/** The schemas of a small API: rules of types alone, such as lists, numbers and texts. */
import { schema } from "../../src/runtime/schemas.js";

export const tables = {
  "GET /things": { 200: schema(32), "2XX": schema(2), default: schema(1) },
  "POST /things": { body: schema(64), 201: schema(32) },
};
