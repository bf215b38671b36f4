/**
 * No index finds parts of words, so only this many of the newest rows are searched. Safe in the
 * browser.
 */
export const searchedRows = 10_000
