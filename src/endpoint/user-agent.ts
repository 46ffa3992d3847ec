// Written by `npm run version:stamp` from package.json, and checked against it by the tests.

/** The default `user-agent` (contract A.23). */
export const USER_AGENT = "typewire/0.1.0";
