/** Changes an organization's plan. */
import { z } from 'zod'
import { meteredUnits, findPlan, plans } from '#app/domain/plans/catalog.ts'
import { planColumns, setPlan as set } from '#app/domain/plans/change-plan.server.ts'
import { entitlementsOf, withSeats, type TeamPlan } from '#app/domain/plans/entitlements.ts'
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

/** "plan": as the plan has it. */
const seats = z
  .string()
  .regex(/^(plan|[1-9]\d{0,4})$/, 'Use a whole number from 1 to 99999, or plan.')
  .transform((text) => (text === 'plan' ? null : Number(text)))

const input = z.object({
  team: z.string().min(1),
  plan: z.string().refine((id) => findPlan(id) !== undefined, `Choose from ${known}.`),
  billing: z.enum(meteredUnits, `Choose from ${meteredUnits.join(', ')}.`).optional(),
  reason: z.string().trim().min(1).max(500).default('By support.'),
  grant: flags.optional(),
  withhold: flags.optional(),
  members: seats.optional(),
  sites: seats.optional(),
  dryRun: z.boolean().default(false),
})

export const setPlanCommand: Command = {
  name: 'set-plan',
  summary: "Change an organization's plan. What the plan doesn't include pauses",
  usage: `set-plan --team <slug or number> --plan <id> [--billing ${meteredUnits.join('|')}] [--grant <features>] [--withhold <features>] [--members <number>|plan] [--sites <number>|plan] [--reason <text>] [--dry-run]   (plans: ${known})`,
  options: {
    team: { type: 'string' },
    plan: { type: 'string' },
    billing: { type: 'string' },
    grant: { type: 'string' },
    withhold: { type: 'string' },
    members: { type: 'string' },
    sites: { type: 'string' },
    reason: { type: 'string' },
    'dry-run': { type: 'boolean' },
  },
  required: ['team', 'plan'],

  async run({ services }, { 'dry-run': isDry, ...values }) {
    const { team, plan, billing, reason, grant, withhold, members, sites, dryRun } = parseOptions(
      input,
      {
        ...values,
        dryRun: isDry,
      },
    )
    const scope = await findTeamForStaff(services, team)
    if (!scope) throw new Refusal('not_found', `Organization not found: ${team}`)

    const before = await readTeamPlan(services, scope)
    const { memberLimit, siteLimit } = before.overrides
    const overrides = withSeats(withFlags(before.overrides, { grant, withhold }), {
      members: members === undefined ? (memberLimit ?? null) : members,
      sites: sites === undefined ? (siteLimit ?? null) : sites,
    })
    const wanted = { planId: plan, meteredBy: billing, overrides }
    const { plan: id, meteredBy } = planColumns(wanted)
    const pauses = await readPauses(services, scope, { plan: id, meteredBy, overrides })
    const paused = pauses.length === 0 ? [] : ['', ...pauses]
    if (dryRun) {
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
