export * from "../runtime/relay.js";
