/** Shared by the screen behind a link to data and by the download. */

/** Field of the form that shows which link the page is of. */
export const linkField = 'link'

export const goneTitle = 'This link no longer works here'

/** The link itself has expired, is used up, or ended with a change to the account. */
export const endedText = 'Ask our support team for a new one.'

/** The browser kept no link, or one that has ended since. */
export const notKeptText =
  'Open it from the email again and allow cookies, or ask our support team for a new one.'
