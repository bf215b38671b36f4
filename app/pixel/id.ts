/** 128 random bits: the id of an event, or of a visitor who consented. */
export const makeId = (): string => crypto.getRandomValues(new Uint32Array(4)).join('-')
