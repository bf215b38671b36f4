/** Form schema of a site's name and URL. */
import { z } from 'zod'
import { findCategory } from './categories.ts'
import { createSiteInput } from './site.ts'
import { timeZones } from './time-zones.ts'

const category = z
  .string()
  .refine((identity) => identity === '' || findCategory(identity) !== null, 'Choose one of these.')
  .transform((identity) => (identity === '' ? null : identity))

export const siteDetailsInput = z.object({
  name: createSiteInput.shape.name,
  /** Absent when the person can't change it. */
  url: createSiteInput.shape.url.optional(),
  category: category.optional().transform((chosen) => chosen ?? null),
  timeZone: z
    .string('Choose a time zone.')
    .refine((zone) => timeZones.includes(zone), 'Choose one of these time zones.'),
})
export type SiteDetailsInput = z.infer<typeof siteDetailsInput>
