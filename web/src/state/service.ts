import { getContext, setContext } from "svelte";
import type { Service } from "../net";

const SERVICE = Symbol("service");

export function provideService(service: Service): void {
  setContext(SERVICE, service);
}

/** The service the page talks to. */
export function useService(): Service {
  return getContext<Service>(SERVICE);
}
