/**
 * The tests of the client, for another `fetch` or another build. Vitest collects what a file imports as
 * tests of its own.
 */
import "../auth.test.js";
import "../errors.test.js";
import "../pagination.test.js";
import "../request.test.js";
import "../retry.test.js";
import "../time.test.js";
