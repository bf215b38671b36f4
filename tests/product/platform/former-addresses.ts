/** Addresses of screens that moved. They redirect, so bookmarks and old emails still work. */
export const formerAddresses = [
  '/settings/teams/:id/invitations',
  '/site-settings/moderation',
  '/statistics/meter',
] as const
