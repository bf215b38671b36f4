/**
 * Ports of what `npm run dev` starts, after the product's. Each has as many as it names: two that met would
 * leave one of them with another port at each start.
 */
export const devPorts = {
  /** The demo's stores. */
  demo: { offset: 1, count: 2 },
  services: { offset: 10, count: 13 },
  billing: { offset: 30, count: 2 },
  wix: { offset: 40, count: 2 },
}
