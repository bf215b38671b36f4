import { readDuePictures } from '#app/domain/activities/page-pictures/read-due-pictures.server.ts'
import { schedule } from './job.ts'

/** Reads pictures of products from their pages. */
export const duePicturesJob = schedule('activities.read-pictures', '* * * * *', (services) =>
  readDuePictures(services),
)
