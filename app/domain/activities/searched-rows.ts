/** No index finds a part of a word: so many of the newest are looked through. Safe in the browser. */
export const searchedRows = 10_000
