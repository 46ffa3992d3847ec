// Written by `npm run version:stamp` from package.json, and checked against it by the tests.

/** The default `user-agent` (specification, Versioning 2). */
export const userAgent = "typewire/0.1.0";
