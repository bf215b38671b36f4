/** Jobs that send emails about a team, done by app/jobs/team-emails.server.ts. */
export const teamEmailJobs = {
  /** Payload: `{ invitationId }`. The job creates the link, so that no stored job contains one. */
  invitation: 'teams.mail-invitation',
  /** To the new owner. Payload: `{ teamId, userId }`. */
  ownership: 'teams.mail-ownership',
} as const
