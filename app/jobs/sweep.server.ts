import { z } from 'zod'
import { sweepAttempts } from '../domain/accounts/attempt-limits.server.ts'
import { sweepResets } from '../domain/accounts/password-reset.server.ts'
import { sweepPasskeyChallenges } from '../domain/accounts/passkey-challenges.server.ts'
import { sweepPendingLogins } from '../domain/accounts/pending-logins.server.ts'
import { sweepSessions } from '../domain/accounts/sessions.server.ts'
import { sweepInvitations } from '../domain/teams/invitations.server.ts'
import { defineJob } from './job.ts'

/** Removes sessions, logins that waited, questions, links and counters of attempts that have run out. */
export const sweepAccounts = defineJob({
  name: 'accounts.sweep',
  payload: z.object({}),
  schedule: '17 * * * *',
  async run(services) {
    await sweepSessions(services)
    await sweepPendingLogins(services)
    await sweepPasskeyChallenges(services)
    await sweepResets(services)
    await sweepInvitations(services)
    await sweepAttempts(services)
  },
})
