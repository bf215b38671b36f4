/** Form schema of a site's name, URL, category and time zone. */
import { z } from 'zod'
import { findCategory } from './categories.ts'
import { createSiteInput } from './site.ts'

/** IANA names in the engine's spelling. */
const timeZones = new Set(['UTC', ...Intl.supportedValuesOf('timeZone')])

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
    .transform(canonicalZone)
    .refine((zone) => timeZones.has(zone), 'Choose a time zone from the list.'),
})
export type SiteDetailsInput = z.infer<typeof siteDetailsInput>

/** In the engine's spelling; null for a zone that it doesn't know. */
export function knownTimeZone(name: string): string | null {
  const zone = canonicalZone(name)
  return timeZones.has(zone) ? zone : null
}

/** Browsers spell some zones differently: "Asia/Kolkata" is "Asia/Calcutta" elsewhere. */
function canonicalZone(name: string): string {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone
  } catch {
    return ''
  }
}
