import { z } from 'zod'
import { sweepAttempts } from '../domain/accounts/attempt-limits.server.ts'
import { sweepResets } from '../domain/accounts/password-reset.server.ts'
import { sweepPasskeyChallenges } from '../domain/accounts/passkey-challenges.server.ts'
import { sweepPendingLogins } from '../domain/accounts/pending-logins.server.ts'
import { sweepSessions } from '../domain/accounts/sessions.server.ts'
import { sweepImpersonations } from '../domain/staff/impersonation-end.server.ts'
import { sweepInvitations } from '../domain/teams/invitations.server.ts'
import { defineJob } from './job.ts'

/**
 * Ends or removes what has run out: standing in for others, sessions, logins that waited, questions,
 * links and counters of attempts.
 */
export const sweepAccounts = defineJob({
  name: 'accounts.sweep',
  payload: z.object({}),
  schedule: '17 * * * *',
  async run(services) {
    await sweepImpersonations(services)
    await sweepSessions(services)
    await sweepPendingLogins(services)
    await sweepPasskeyChallenges(services)
    await sweepResets(services)
    await sweepInvitations(services)
    await sweepAttempts(services)
  },
})
