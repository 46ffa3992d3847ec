export * from "../../generated/route-helpers.js";
