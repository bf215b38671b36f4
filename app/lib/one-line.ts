/**
 * Text on one line. PostgreSQL stores neither U+0000 nor halves of surrogate pairs, and no name or title needs
 * control characters.
 */
export const oneLine = /^[^\p{Cc}\p{Cs}]*$/u
