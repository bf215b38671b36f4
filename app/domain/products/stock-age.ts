import { dayMillis } from '#app/lib/time.ts'

/** Older stock isn't shown. Feeds are read every six hours, so this allows for three failures. */
export const stockMaxAgeMillis = dayMillis
