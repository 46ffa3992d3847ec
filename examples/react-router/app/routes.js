import { route } from "@react-router/dev/routes";

const routes = [route("api/vendor/webhooks", "routes/webhooks.ts")];
export { routes as default };
