/** The delivery in a message of a relay. */
import { parseMessage, type MessageSource } from "../../src/relay/message.js";

export function readDelivery(data: string, messageSource: MessageSource) {
  const message = parseMessage(data, messageSource);
  if (message.kind === "fault") throw new Error(message.fault);
  return message.delivery;
}
