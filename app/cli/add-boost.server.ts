/** Adds a boost to an organization's plan limit. */
import { z } from 'zod'
import { addBoost as add } from '#app/domain/plans/change-plan.server.ts'
import { findTeamForStaff } from '#app/domain/teams/staff-lookup.server.ts'
import { Refusal } from '#app/lib/errors.ts'
import type { Command } from './command.ts'
import { describeUsage } from './describe-usage.server.ts'
import { parseOptions } from './options.ts'

const input = z.object({
  team: z.string().min(1),
  units: z.coerce
    .number('Enter a number.')
    .int('Enter a whole number.')
    .min(1, 'Add at least one.'),
  until: z.iso
    .datetime({ offset: true, error: 'Enter a time, for example 2026-04-01T00:00:00Z.' })
    .transform((text) => new Date(text)),
})

export const addBoostCommand: Command = {
  name: 'add-boost',
  summary: "Add visitors or impressions to an organization's monthly limit until a given time",
  usage: 'add-boost --team <slug or number> --units <number> --until <time in ISO 8601>',
  options: {
    team: { type: 'string' },
    units: { type: 'string' },
    until: { type: 'string' },
  },
  required: ['team', 'units', 'until'],

  async run({ services }, values) {
    const { team, units, until } = parseOptions(input, values)
    const scope = await findTeamForStaff(services, team)
    if (!scope) throw new Refusal('not_found', `Organization not found: ${team}`)

    await add(services, scope, { units, expiresAt: until })
    return describeUsage(services, scope)
  },
}
