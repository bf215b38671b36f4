/** Days and months in UTC, as the tables name them. */

/** `2026-03-02`. */
export const dayOf = (at: Date): string => at.toISOString().slice(0, 10)

/** The month's first day: `2026-03-01`. */
export const monthOf = (at: Date): string => `${at.toISOString().slice(0, 7)}-01`
