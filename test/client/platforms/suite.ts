/**
 * The tests of the client, for another `fetch` or another build. Vitest collects what a file imports as
 * tests of its own.
 */
import "../auth.test.js";
import "../concurrency.test.js";
import "../errors.test.js";
import "../hooks.test.js";
import "../idempotency.test.js";
import "../link-pages.test.js";
import "../origins.test.js";
import "../pagination.test.js";
import "../rate-limit.test.js";
import "../redirects.test.js";
import "../renewal.test.js";
import "../request.test.js";
import "../retry.test.js";
import "../time.test.js";
