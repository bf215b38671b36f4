/** IDs as Wix sends them. */
import { z } from 'zod'

/** ID of the app on one site. */
export const instanceIdOf = z
  .string()
  .transform((id) => id.toLowerCase())
  .pipe(z.uuid())

/** ID of a user of Wix. */
export const personIdOf = instanceIdOf
