export * from "../runtime/inbox.js";
