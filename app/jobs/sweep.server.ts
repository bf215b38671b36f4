import { z } from 'zod'
import { sweepAttempts } from '../domain/accounts/attempt-limits.server.ts'
import { sweepResets } from '../domain/accounts/password-reset.server.ts'
import { sweepSessions } from '../domain/accounts/sessions.server.ts'
import { defineJob } from './job.ts'

/** Removes sessions, links to a new password and counters of attempts that have run out. */
export const sweepAccounts = defineJob({
  name: 'accounts.sweep',
  payload: z.object({}),
  schedule: '17 * * * *',
  async run(services) {
    await sweepSessions(services)
    await sweepResets(services)
    await sweepAttempts(services)
  },
})
