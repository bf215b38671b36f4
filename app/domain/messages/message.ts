/** Custom messages by the owner. Safe in the browser. */

export const maxMessage = 160
/** More than anyone reads. Pages receive even fewer. */
export const maxMessages = 50

/** Label wherever they appear, because they aren't facts. */
export const messageLabel = 'Added by your shop'
