/** Jobs of push nudges. */
import { coalescedJob } from '#app/lib/job-signature.ts'

/** Sends what is due. */
export const sendPushJob = coalescedJob('push.send')
