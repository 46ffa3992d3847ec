export * from "../runtime/signatures.js";
