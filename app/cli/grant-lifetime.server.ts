/** Gives an organization a plan that was paid once, for example in a sale of lifetime deals. */
import { z } from 'zod'
import { grantLifetime } from '#app/domain/billing/grants.server.ts'
import { findTeamForStaff } from '#app/domain/teams/staff-lookup.server.ts'
import { Refusal } from '#app/lib/errors.ts'
import type { Command } from './command.ts'
import { describeUsage } from './describe-usage.server.ts'
import { parseOptions } from './options.ts'

const input = z.object({
  team: z.string().min(1),
  plan: z.string().min(1),
  code: z.string().trim().min(4, 'Enter the code of the deal.').max(100),
  reason: z.string().trim().min(1).max(500),
  forwardedImpressions: z.coerce.number().int().min(0).nullable().default(null),
})

export const grantLifetimeCommand: Command = {
  name: 'lifetime',
  summary: 'Give an organization a plan that was paid once, for good',
  usage:
    'lifetime --team <slug or number> --plan <id> --code <code of the deal> --reason <text> [--forwarded-impressions <number>]',
  options: {
    team: { type: 'string' },
    plan: { type: 'string' },
    code: { type: 'string' },
    reason: { type: 'string' },
    'forwarded-impressions': { type: 'string' },
  },
  required: ['team', 'plan', 'code', 'reason'],

  async run({ services }, { 'forwarded-impressions': forwardedImpressions, ...values }) {
    const given = parseOptions(input, { ...values, forwardedImpressions })
    const { team, plan, ...deal } = given
    const scope = await findTeamForStaff(services, team)
    if (!scope) throw new Refusal('not_found', `Organization not found: ${team}`)
    await grantLifetime(services, scope, { planId: plan, ...deal })
    return describeUsage(services, scope)
  },
}
