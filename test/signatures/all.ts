/** The whole engine, so that a test can load it anew on another platform. */
export * from "../../src/signatures/algorithms.js";
export * from "../../src/signatures/placeholders.js";
export * from "../../src/signatures/plan.js";
export * from "../../src/signatures/scheme.js";
export * from "../../src/signatures/sign.js";
export * from "../../src/signatures/verify.js";
