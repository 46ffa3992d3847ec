/** An upload beside JSON: the platform writes the boundary of the parts and their content type. */
import { endpoint } from "./generated/index.js";

export const requests = [
  endpoint("POST /chat.postMessage", { channel: "C024BE91L", text: "Deployed ✓" }),
  endpoint("GET /conversations.list", { types: ["public_channel", "im"], limit: 20 }),
  endpoint("POST /files.upload", {
    file: new File(["a,b\n1,2\n"], "Übersicht.csv", { type: "text/csv" }),
    channels: ["C024BE91L", "C061EG9SL"],
    title: "Numbers",
  }),
] as const;
