/** Events of a relay, each with a delivery; the last one has no id. */
import { createEvent, createMessage } from "./stream-server.js";

export const ONE = createEvent(createMessage("one"), "e1");
export const TWO = createEvent(createMessage("two"), "e2");
export const LAST = createEvent(createMessage("last"));
