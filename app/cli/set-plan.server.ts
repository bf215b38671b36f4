/** Changes an organization's plan. */
import { z } from 'zod'
import { meteredUnits, findPlan, plans } from '#app/domain/plans/catalog.ts'
import { planColumns, setPlan as set } from '#app/domain/plans/change-plan.server.ts'
import { entitlementsOf, type TeamPlan } from '#app/domain/plans/entitlements.ts'
import { featureFlags } from '#app/domain/plans/feature-flags.ts'
import { readTeamPlan } from '#app/domain/plans/team-plan.server.ts'
import type { TeamScope } from '#app/domain/scope.ts'
import { findTeamForStaff } from '#app/domain/teams/staff-lookup.server.ts'
import { Refusal } from '#app/lib/errors.ts'
import { describePauses } from '#app/presenters/plan-pauses-text.ts'
import { readPlanPauses } from '#app/presenters/plan-pauses.server.ts'
import type { Services } from '#app/services.ts'
import type { Command } from './command.ts'
import { describeUsage } from './describe-usage.server.ts'
import { parseOptions } from './options.ts'

const known = plans.map(({ id }) => id).join(', ')

const flags = z
  .string()
  .transform((text) => text.split(',').filter((name) => name !== ''))
  .refine(
    (names) => names.every((name) => featureFlags.some((flag) => flag === name)),
    'Use names of feature flags, for example options.branding.',
  )

const input = z.object({
  team: z.string().min(1),
  plan: z.string().refine((id) => findPlan(id) !== undefined, `Choose from ${known}.`),
  billing: z.enum(meteredUnits, `Choose from ${meteredUnits.join(', ')}.`).optional(),
  reason: z.string().trim().min(1).max(500).default('By support.'),
  grant: flags.optional(),
  withhold: flags.optional(),
  dryRun: z.boolean().default(false),
})

export const setPlanCommand: Command = {
  name: 'set-plan',
  summary: "Change an organization's plan. What the plan doesn't include pauses",
  usage: `set-plan --team <slug or number> --plan <id> [--billing ${meteredUnits.join('|')}] [--grant <features>] [--withhold <features>] [--reason <text>] [--dry-run]   (plans: ${known})`,
  options: {
    team: { type: 'string' },
    plan: { type: 'string' },
    billing: { type: 'string' },
    grant: { type: 'string' },
    withhold: { type: 'string' },
    reason: { type: 'string' },
    'dry-run': { type: 'boolean' },
  },
  required: ['team', 'plan'],

  async run({ services }, { 'dry-run': dryRun, ...values }) {
    const { team, plan, billing, reason, grant, withhold, ...given } = parseOptions(input, {
      ...values,
      dryRun,
    })
    const scope = await findTeamForStaff(services, team)
    if (!scope) throw new Refusal('not_found', `Organization not found: ${team}`)

    const before = await readTeamPlan(services, scope)
    const overrides = withFlags(before.overrides, { grant, withhold })
    const wanted = { planId: plan, meteredBy: billing, overrides }
    const { plan: id, meteredBy } = planColumns(wanted)
    const pauses = await readPauses(services, scope, { plan: id, meteredBy, overrides })
    const paused = pauses.length === 0 ? [] : ['', ...pauses]
    if (given.dryRun) {
      const lines = [`Plan     ${before.plan} → ${id} (not changed)`, ...paused]
      return { lines, json: { plan: before.plan, wanted: id, paused: pauses, changed: false } }
    }
    const cause = { actor: 'staff', userId: null, reason } as const
    await set(services, scope, { wanted, cause })
    const { lines, json } = await describeUsage(services, scope)
    return { lines: [...lines, ...paused], json: { ...json, paused: pauses } }
  },
}

const readPauses = (services: Services, scope: TeamScope, plan: TeamPlan): Promise<string[]> =>
  services.db.asTeam(scope, async (tx) =>
    describePauses(await readPlanPauses(tx, scope, entitlementsOf(plan))),
  )

type Overrides = TeamPlan['overrides']

type Given = Record<'grant' | 'withhold', string[] | undefined>

/** With neither option the team keeps its exceptions; with one, they are replaced. */
function withFlags(stored: Overrides, { grant, withhold }: Given): Overrides {
  if (grant === undefined && withhold === undefined) return stored
  const features = Object.fromEntries([
    ...(grant ?? []).map((flag) => [flag, true] as const),
    ...(withhold ?? []).map((flag) => [flag, false] as const),
  ])
  return { ...stored, features }
}
