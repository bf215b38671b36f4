/**
 * V8 keeps a whole text alive with a part of it: what is remembered for long is copied first.
 *
 * @param part characters of latin1 alone, as headers have them
 */
export const detachString = (part: string): string => Buffer.from(part, 'latin1').toString('latin1')
