import "./styles/tokens.css";
import "./styles/base.css";
import { mount } from "svelte";
import App from "./app/App.svelte";
import { realService } from "./net";

const target = document.getElementById("app");
if (!target) throw new Error("the page has no #app to draw into");

const fake = import.meta.env.DEV && new URLSearchParams(location.search).has("fake");
const service = fake ? (await import("./fake")).fakeService() : realService();
mount(App, { target, props: { service } });
