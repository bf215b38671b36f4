/** Changes an organization's plan. */
import { z } from 'zod'
import { meteredUnits, findPlan, plans } from '#app/domain/plans/catalog.ts'
import { setPlan as set } from '#app/domain/plans/change-plan.server.ts'
import { findTeamForStaff } from '#app/domain/teams/staff-lookup.server.ts'
import { Refusal } from '#app/lib/errors.ts'
import type { Command } from './command.ts'
import { describeUsage } from './describe-usage.server.ts'
import { parseOptions } from './options.ts'

const known = plans.map(({ id }) => id).join(', ')

const input = z.object({
  team: z.string().min(1),
  plan: z.string().refine((id) => findPlan(id) !== undefined, `Choose from ${known}.`),
  billing: z.enum(meteredUnits, `Choose from ${meteredUnits.join(', ')}.`).optional(),
})

export const setPlanCommand: Command = {
  name: 'set-plan',
  summary: "Change an organization's plan",
  usage: `set-plan --team <slug or number> --plan <id> [--billing ${meteredUnits.join('|')}]   (plans: ${known})`,
  options: {
    team: { type: 'string' },
    plan: { type: 'string' },
    billing: { type: 'string' },
  },
  required: ['team', 'plan'],

  async run({ services }, values) {
    const { team, plan, billing: meteredBy } = parseOptions(input, values)
    const scope = await findTeamForStaff(services, team)
    if (!scope) throw new Refusal('not_found', `Organization not found: ${team}`)

    await set(services, scope, { planId: plan, meteredBy })
    return describeUsage(services, scope)
  },
}
