/**
 * The most that one visitor's purchases count as (docs/decisions/0035-revenue-effect.md). It comes from
 * the site's earlier orders, whose groups it doesn't know: what it leaves out is left out of both alike.
 */

/** The share of earlier orders that are at most the cap. */
export const capQuantile = 0.99

/** Fewer orders say too little about what a large one is. */
export const fewestCapOrders = 100

/** The days before the measurement whose orders count. */
export const capDays = 90
