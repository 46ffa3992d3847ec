/** Schemes and credentials for the tests of authentication. */
import type { AuthScheme } from "../../src/catalog/client.js";

export const SECRET = "s3cret-t0ken";
export const BASIC: AuthScheme = {
  name: "basic",
  in: "header",
  key: "authorization",
  prefix: "Basic ",
  isBasic: true,
};
export const KEY: AuthScheme = { name: "key", in: "header", key: "x-api-key" };
export const QUERY: AuthScheme = { name: "query", in: "query", key: "api key" };
export const SESSION: AuthScheme = { name: "session", in: "header", key: "cookie", prefix: "sid=" };
