export * from "../../runtime/inbox/postgres.js";
