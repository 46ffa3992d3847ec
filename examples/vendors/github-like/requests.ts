/** A path of several segments, JSON, and a text that is sent as it is. */
import { endpoint } from "./generated/index.js";

export const requests = [
  endpoint("GET /repos/{owner}/{repo}/contents/{path}", {
    owner: "acme",
    repo: "shop",
    path: "docs/read me.md",
    ref: "main",
  }),
  endpoint("POST /repos/{owner}/{repo}/issues", {
    owner: "acme",
    repo: "shop",
    title: "It rains in",
    labels: ["roof"],
  }),
  endpoint("POST /markdown/raw", { data: "**bold**" }),
] as const;
