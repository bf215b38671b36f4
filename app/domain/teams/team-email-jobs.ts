/** The jobs that write about a team; app/jobs/team-emails.server.ts does them. */
export const teamEmailJobs = {
  /** Payload: `{ invitationId }`. The link is made by the job, so that no stored job carries one. */
  invitation: 'teams.mail-invitation',
  /** To the new owner. Payload: `{ teamId, userId }`. */
  ownership: 'teams.mail-ownership',
} as const
