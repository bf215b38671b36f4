import { coalescedJob } from '#app/lib/job-signature.ts'

/** Goes on with all backfills that are due. */
export const backfillShopsJob = coalescedJob('shops.backfill')
