/** Emails about a team. Payloads carry no links: the handler creates them. */
import { z } from 'zod'
import { job } from '#app/lib/job-signature.ts'

export const teamEmailJobs = {
  invitation: job('teams.mail-invitation', z.object({ invitationId: z.uuid() })),
  /** To the new owner. */
  ownership: job('teams.mail-ownership', z.object({ teamId: z.number(), userId: z.number() })),
}
