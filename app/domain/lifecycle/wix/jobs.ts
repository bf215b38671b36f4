import { z } from 'zod'
import { job } from '#app/lib/job-signature.ts'

/** Puts the app's script on the pages of a site in Wix, with the site's parameters. */
export const embedWixScriptJob = job('shops.embed-wix-script', z.object({ instanceId: z.uuid() }))
