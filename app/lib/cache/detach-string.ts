/**
 * Copies a substring. V8 keeps the whole text alive as long as a part of it, so anything that is
 * kept for long is copied first.
 *
 * @param part latin1 characters only, as in headers
 */
export const detachString = (part: string): string => Buffer.from(part, 'latin1').toString('latin1')
