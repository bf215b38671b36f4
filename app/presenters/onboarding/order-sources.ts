/** Where a shop's orders can come from during setup. `sample` brings none: it shows a made-up one. */
export const orderSources = ['file', 'page', 'server', 'sample'] as const
export type OrderSource = (typeof orderSources)[number]
