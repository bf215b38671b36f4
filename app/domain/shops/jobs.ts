import { z } from 'zod'
import { coalescedJob, job } from '#app/lib/job-signature.ts'

/** See later-attempts.server.ts. */
const attempted = { attempt: z.int().min(0).optional(), isExtra: z.boolean().optional() }

/** Goes on with all backfills that are due. */
export const backfillShopsJob = coalescedJob('shops.backfill')

/** Puts the app's script on the pages of a site in Wix, with the site's parameters. */
export const embedWixScriptJob = job(
  'shops.embed-wix-script',
  z.object({ instanceId: z.uuid(), ...attempted }),
)
/** Connects a store's orders, products and customers, and puts the pixel on its storefront (connect-store.server.ts). */
export const connectStoreJob = job(
  'stores.connect',
  z.object({ store: z.string(), isRenewal: z.boolean().optional(), ...attempted }),
)
