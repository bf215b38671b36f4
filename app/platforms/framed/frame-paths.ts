/** Addresses of the product that belong to a session in a frame, and to no system's admin in particular. */

/** Gives a page a new pass before its own ends. */
export const renewalPath = '/frame/session'

/** Why the app doesn't open, and where it does. Shows nothing of anyone. */
export const closedPath = '/frame/closed'

/** Marks an answer that another pass would help: the page's script renews its own and asks again, once. */
export const renewHeader = 'X-Frame-Session'

/**
 * The frame of a page that sends a request: its `shell` and `tenant`, as an address has them. A page has no
 * token yet where its document authenticated no one, and its calls have no such parameters.
 */
export const frameHeader = 'X-Frame-Page'

/** Where a visit at the top begins and ends (app/domain/shops/tenants/top-visits.server.ts). */
export const topPath = '/frame/top'

/**
 * Names the store that a page at the top is open for: in the page's address, from where the page's calls take it
 * over into a header. Pages without it are those of the browser's own login.
 */
export const visitParameter = 'visit'
export const visitHeader = 'X-Visit'

/** Name of the element in a document's head that holds the page's first pass. */
export const passName = 'frame-pass'
