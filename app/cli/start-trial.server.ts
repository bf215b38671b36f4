/** Gives an organization a plan for a while, without a subscription. */
import { z } from 'zod'
import { startTrial } from '#app/domain/billing/grants.server.ts'
import { findTeamForStaff } from '#app/domain/teams/staff-lookup.server.ts'
import { Refusal } from '#app/lib/errors.ts'
import type { Command } from './command.ts'
import { describeUsage } from './describe-usage.server.ts'
import { parseOptions } from './options.ts'

const input = z.object({
  team: z.string().min(1),
  plan: z.string().min(1),
  until: z.iso
    .datetime({ offset: true, error: 'Enter a time, for example 2026-04-01T00:00:00Z.' })
    .transform((text) => new Date(text)),
  reason: z.string().trim().min(1).max(500).default('A trial.'),
})

export const startTrialCommand: Command = {
  name: 'trial',
  summary: 'Give an organization a plan until a given time, without a subscription',
  usage: 'trial --team <slug or number> --plan <id> --until <time in ISO 8601> [--reason <text>]',
  options: {
    team: { type: 'string' },
    plan: { type: 'string' },
    until: { type: 'string' },
    reason: { type: 'string' },
  },
  required: ['team', 'plan', 'until'],

  async run({ services }, values) {
    const { team, plan, until, reason } = parseOptions(input, values)
    const scope = await findTeamForStaff(services, team)
    if (!scope) throw new Refusal('not_found', `Organization not found: ${team}`)
    await startTrial(services, scope, { planId: plan, until, reason })
    return describeUsage(services, scope)
  },
}
