import type { Output } from "../../model/model.js";

/** Settings of a client that is generated into an app. */
export interface Layout {
  /** Ends the specifiers of generated modules, as the compiler of the app takes them. */
  readonly extension: ".js" | ".ts" | "";
  /** The parts of the client, whatever the schema folder says. */
  readonly outputs?: readonly Output[];
}
