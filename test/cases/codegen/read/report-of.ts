import { SchemaError } from "../../../../codegen/model/messages.js";

/** The mistakes that reading a schema reports, one line each; none if it succeeds. */
export function reportOf(read: () => unknown): string[] {
  try {
    read();
  } catch (error) {
    if (error instanceof SchemaError) return error.message.split("\n");
    throw error;
  }
  return [];
}
