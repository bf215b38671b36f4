/** Messages that the owner wrote by hand. Safe in the browser. */

export const maxMessage = 160
/** More than anybody reads; a page is told of fewer still. */
export const maxMessages = 50

/** How they are called wherever they stand: they are no facts. */
export const messageLabel = 'Entered by the shop'
