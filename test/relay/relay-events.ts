/** Events of a relay that several tests send. */
import { createEvent, createMessage } from "./stream-server.js";

export const one = createEvent(createMessage("one"), "e1");
export const two = createEvent(createMessage("two"), "e2");
export const last = createEvent(createMessage("last"));
