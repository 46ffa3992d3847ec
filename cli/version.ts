import { USER_AGENT } from "../src/version.js";

/** The version of all packages of the project, which are released together. */
export const VERSION: string = USER_AGENT.slice(USER_AGENT.indexOf("/") + 1);
