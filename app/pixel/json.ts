/** Serializes JSON on pages that changed built-in prototypes. */

/**
 * Hides a `toJSON` that the page added to all objects, as Prototype.js does (sentry-javascript
 * issue 2205). JSON leaves out what is undefined. Parts that are objects need it as well.
 */
export const plain = { toJSON: undefined }

/** Not for lists, which such pages turn into strings. No event contains one. */
export const writeJson = (value: object): string => JSON.stringify({ ...value, ...plain })
