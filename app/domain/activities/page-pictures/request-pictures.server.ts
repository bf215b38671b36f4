import type { Services } from '#app/services.ts'
import { newPicturesJob } from '../jobs.ts'

/** Has new pictures read now. Without a queue yet, the next run by the clock reads them. */
export async function requestPictures({ db, jobs }: Pick<Services, 'db' | 'jobs'>): Promise<void> {
  if (await jobs.hasQueue(newPicturesJob, db.system)) await jobs.send(newPicturesJob, {})
}
