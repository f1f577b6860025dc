import globals from "globals";
import svelte from "eslint-plugin-svelte";
import ts from "typescript-eslint";
import svelteConfig from "./svelte.config.js";

export default ts.config(
  { ignores: ["node_modules", "src/fake/canned", "tests/fixtures"] },
  ...ts.configs.strict,
  ...svelte.configs.recommended,
  { languageOptions: { globals: globals.browser } },
  {
    files: ["**/*.svelte", "**/*.svelte.ts"],
    languageOptions: { parserOptions: { parser: ts.parser, extraFileExtensions: [".svelte"], svelteConfig } },
  },
  // In a test a wrong guess fails the test, as it should.
  { files: ["tests/**"], rules: { "@typescript-eslint/no-non-null-assertion": "off" } },
  {
    rules: {
      "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_" }],
      "svelte/prefer-svelte-reactivity": "off",
      "svelte/no-navigation-without-resolve": "off",
    },
  },
);
