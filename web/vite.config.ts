import { fileURLToPath } from "node:url";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

/** Where the service answers while the page is being developed. */
const service = process.env["PHASELINE_SERVICE"] ?? "http://127.0.0.1:8044";

export default defineConfig({
  plugins: [svelte()],
  base: "./",
  build: {
    outDir: "../src/phaseline/server/page",
    emptyOutDir: true,
    target: "es2022",
    // The fonts stay files: they are fetched once and cached, and the style sheet stays small.
    assetsInlineLimit: 1024,
    chunkSizeWarningLimit: 1000,
  },
  server: {
    port: 5173,
    fs: { allow: ["..", "."] },
    proxy: {
      "/api": { target: service, ws: true },
      "/schema": { target: service },
    },
  },
  resolve: {
    // The library's own door for those who need only some of its symbols; its package.json forgets to list it.
    alias: { "milsymbol/parts": fileURLToPath(new URL("node_modules/milsymbol/index.mjs", import.meta.url)) },
    ...(process.env["VITEST"] ? { conditions: ["browser"] } : {}),
  },
  // One document serves all tests of a worker: to make one for each file takes ten times as long as the tests.
  test: { environment: "jsdom", include: ["tests/**/*.test.ts"], isolate: false },
});
