import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

const api = {
  target: process.env["ACME_URL"] ?? "https://api.acme.example",
  changeOrigin: true,
  headers: { authorization: `Bearer ${process.env["ACME_API_KEY"]}` },
  rewrite: (path: string) => path.replace(/^\/api/, ""),
};

export default defineConfig({
  plugins: [react()],
  server: { proxy: { "/api": api } },
  preview: { proxy: { "/api": api } },
});
