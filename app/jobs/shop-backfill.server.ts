import { backfillShops } from '#app/domain/shops/backfill.server.ts'
import { queueCatalogReads } from '#app/domain/shops/repair-shop.server.ts'
import { backfillShopsJob } from '#app/domain/shops/jobs.ts'
import { handle, schedule } from './job.ts'

/** Goes on with what shops had before they were connected. */
export const shopBackfillJob = handle(backfillShopsJob, backfillShops)

/** The same for what has to be tried again, and for what a process that died left. */
export const dueShopBackfillJob = schedule('shops.backfill-due', '* * * * *', backfillShops)

/** Starts reading the catalogs of shops again. */
export const dueCatalogsJob = schedule('shops.read-catalogs', '51 * * * *', queueCatalogReads)
