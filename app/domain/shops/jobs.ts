import { z } from 'zod'
import { coalescedJob, job } from '#app/lib/job-signature.ts'

/** Goes on with all backfills that are due. */
export const backfillShopsJob = coalescedJob('shops.backfill')

/** Connects a store's orders, products and customers, and puts the pixel on its storefront. */
export const connectStoreJob = job('stores.connect', z.object({ store: z.string() }))
