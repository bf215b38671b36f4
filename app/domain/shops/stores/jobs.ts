import { z } from 'zod'
import { job } from '#app/lib/job-signature.ts'

/** Connects a store's orders, products and customers, and puts the pixel on its storefront. */
export const connectStoreJob = job('stores.connect', z.object({ store: z.string() }))
