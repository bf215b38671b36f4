import { z } from 'zod'
import { sweepRateLimits } from '#app/domain/accounts/login/rate-limits.server.ts'
import { sweepPasswordResets } from '#app/domain/accounts/mail-links/password-reset.server.ts'
import { sweepPasskeyChallenges } from '#app/domain/accounts/passkeys/passkey-challenges.server.ts'
import { sweepPendingLogins } from '#app/domain/accounts/login/pending-logins.server.ts'
import { sweepSessions } from '#app/domain/accounts/login/sessions.server.ts'
import { sweepImpersonations } from '#app/domain/accounts/staff/impersonation-end.server.ts'
import { sweepInvitations } from '#app/domain/teams/invitations.server.ts'
import { defineJob } from './job.ts'

/**
 * Ends or removes everything that expired: impersonation, sessions, pending logins, passkey
 * challenges, links and attempt counters.
 */
export const sweepAccountsJob = defineJob({
  name: 'accounts.sweep',
  payload: z.object({}),
  schedule: '17 * * * *',
  async run(services) {
    await sweepImpersonations(services)
    await sweepSessions(services)
    await sweepPendingLogins(services)
    await sweepPasskeyChallenges(services)
    await sweepPasswordResets(services)
    await sweepInvitations(services)
    await sweepRateLimits(services)
  },
})
