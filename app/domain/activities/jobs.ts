import { coalescedJob } from '#app/lib/job-signature.ts'

/** Reads the pictures that nudges show for the first time, within seconds. */
export const newPicturesJob = coalescedJob('activities.read-new-pictures')
