/** IDs as Wix sends them. */
import { z } from 'zod'

/** Of the app on one site. */
export const instanceIdOf = z
  .string()
  .transform((id) => id.toLowerCase())
  .pipe(z.uuid())

/** Of a user of Wix. */
export const personIdOf = instanceIdOf
