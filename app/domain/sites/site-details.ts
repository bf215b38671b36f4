/** Form schema of a site's name, URL, category and time zone. */
import { z } from 'zod'
import { findCategory } from './categories.ts'
import { createSiteInput } from './site.ts'

/** IANA names to choose from. UTC first, which the engine's list doesn't contain. */
export const timeZones: readonly string[] = [
  'UTC',
  ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC'),
]

const category = z
  .string()
  .refine(
    (identity) => identity === '' || findCategory(identity) !== null,
    'Choose an option from the list.',
  )
  .transform((identity) => (identity === '' ? null : identity))

export const siteDetailsInput = z.object({
  name: createSiteInput.shape.name,
  /** Absent when the person can't change it. */
  url: createSiteInput.shape.url.optional(),
  category: category.optional().transform((chosen) => chosen ?? null),
  timeZone: z
    .string('Choose a time zone.')
    .refine((zone) => timeZones.includes(zone), 'Choose a time zone from the list.'),
})
export type SiteDetailsInput = z.infer<typeof siteDetailsInput>
