import { EndpointError } from "../../src/request/endpoint/errors.js";

/** The error that a call throws; it must be an `EndpointError`. */
export function errorOf(call: () => unknown): EndpointError {
  try {
    call();
  } catch (error) {
    if (error instanceof EndpointError) return error;
    throw error;
  }
  throw new Error("Expected an EndpointError, and nothing was thrown.");
}
