export * from "../../runtime/inbox/sqlite.js";
