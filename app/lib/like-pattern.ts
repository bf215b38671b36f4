/** Patterns of SQL’s `like` and `ilike`. */

/** Escapes the characters that have a meaning for `like`. */
export const escapeLike = (text: string): string => text.replace(/[\\%_]/g, String.raw`\$&`)

/** Pattern that matches values containing the text. */
export const containing = (text: string): string => `%${escapeLike(text)}%`
