import { newPicturesJob } from '#app/domain/activities/jobs.ts'
import { readDuePictures } from '#app/domain/activities/page-pictures/read-due-pictures.server.ts'
import { handle, schedule } from './job.ts'

/** Reads pictures for nudges again, and those of pages that wait. */
export const duePicturesJob = schedule('activities.read-pictures', '* * * * *', (services) =>
  readDuePictures(services),
)

/** Reads pictures that nudges show for the first time. */
export const readNewPicturesJob = handle(newPicturesJob, (services) => readDuePictures(services))
