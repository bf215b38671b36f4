/** Patterns of SQL’s `like` and `ilike`. */

/** The text, in which no character has a meaning for `like`. */
export const escapeLike = (text: string): string => text.replace(/[\\%_]/g, String.raw`\$&`)

/** Whatever has the text in it. */
export const containing = (text: string): string => `%${escapeLike(text)}%`
