/** Messages of API responses about activities. */

export const conflictMessage =
  'Another activity already uses this id. Activities can’t be edited: use a new id, or resend the same activity with a different state.'

export const reviewConflictMessage =
  'Another review already uses this id. Reviews can’t be edited: use a new id, or delete the review and send it again.'
