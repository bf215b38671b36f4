/**
 * Changes that staff make to an organization's plan: the plan itself, a trial, a boost, seats, a coupon.
 */
import {
  data,
  type ActionFunctionArgs,
  type LinksFunction,
  type LoaderFunctionArgs,
} from '@remix-run/node'
import { Link, useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { requireKiosk, requireKioskAct } from '#app/auth/staff-guard.server.ts'
import { giveCoupon } from '#app/domain/billing/staff/given-coupons.server.ts'
import type { StaffCause } from '#app/domain/billing/staff/staff-gift.server.ts'
import {
  changePlanByStaff,
  changeSeatsByStaff,
  extendTrialByStaff,
  giveBoostByStaff,
} from '#app/domain/billing/staff/team-acts.server.ts'
import type { TeamScope } from '#app/domain/scope.ts'
import { findTeamForStaff } from '#app/domain/teams/staff-lookup.server.ts'
import { numericId } from '#app/domain/teams/team.ts'
import { pageNotFound } from '#app/lib/errors.ts'
import { invalidFormResponse, readSubmittedValues } from '#app/lib/web/form-responses.server.ts'
import { readForm } from '#app/lib/web/forms.ts'
import { newOperation, operationInput } from '#app/lib/web/operation-form.server.ts'
import { readKioskTeamPlan } from '#app/presenters/kiosk/team-plan.server.ts'
import type { Services } from '#app/services.ts'
import billingCss from '#app/ui/billing/billing.css?url'
import { links as siteLinks } from '#app/ui/site-screens.ts'
import { screenTitle } from '#app/ui/format/document-title.ts'
import type { Saved } from '#app/ui/forms/form-fetcher.ts'
import { Panel } from '#app/ui/panel.tsx'
import { Screen } from '#app/ui/screen.tsx'
import { Tabs } from '#app/ui/tabs.tsx'
import { CouponTable } from './coupon-table.tsx'
import { refusedStaffForm, staffFormInput } from '../staff-form.server.ts'
import { GiftForm } from './gift-forms.tsx'
import {
  boostInput,
  couponInput,
  gifts,
  planInput,
  seatsInput,
  trialInput,
} from './team-plan-input.ts'
import { ChangesTable, TeamPlanFacts } from './team-plan-parts.tsx'

export { headers } from '#app/platforms/headers.ts'
export { preserveForm as clientAction } from '#app/ui/forms/preserve-form.ts'
export const links: LinksFunction = () => [...siteLinks(), { rel: 'stylesheet', href: billingCss }]
export const meta = screenTitle('Plan of an organization')

type Args = Pick<LoaderFunctionArgs, 'params' | 'request' | 'context'>

/** @throws Refusal `not_found` */
async function findTeam({ params, request, context }: Args): Promise<TeamScope> {
  const id = numericId.safeParse(params['id'])
  const scope = id.success ? await findTeamForStaff(context.services, String(id.data)) : null
  if (scope) return scope
  throw pageNotFound(request)
}

export async function loader(args: LoaderFunctionArgs) {
  await requireKiosk(args)
  const team = await readKioskTeamPlan(args.context.services, await findTeam(args))
  const wanted = new URL(args.request.url).searchParams.get('give')
  const gift = gifts.find(({ id }) => id === wanted)?.id ?? 'plan'
  return { team, gift, operation: newOperation() }
}

const giftInput = z
  .discriminatedUnion('intent', [planInput, trialInput, boostInput, seatsInput, couponInput])
  .and(z.object({ ...staffFormInput, ...operationInput }))
type GiftInput = z.output<typeof giftInput>

const typedFields = [
  ...['plan', 'days', 'units', 'kind', 'off', 'duration', 'months', 'site', 'reason'],
  ...['members', 'sites'],
]

export async function action(args: ActionFunctionArgs) {
  const typed = await readSubmittedValues(args.request, [...typedFields, 'operation'])
  try {
    const { actor } = await requireKioskAct(args)
    const scope = await findTeam(args)
    const form = await readForm(args.request, giftInput)
    if (!form.ok) return invalidFormResponse(form.errors, typed)
    const { reason, lastActId } = form.value
    const cause = { actor, reason, lastActId }
    const saved = await give(args.context.services, scope, { given: form.value, cause })
    return data<Saved>({ saved })
  } catch (error) {
    return refusedStaffForm(error, typed)
  }
}

/** @returns what was done, for the toast */
async function give(
  services: Services,
  scope: TeamScope,
  { given, cause }: { given: GiftInput; cause: StaffCause },
): Promise<string> {
  switch (given.intent) {
    case 'plan':
      await changePlanByStaff(services, scope, { planId: given.plan, cause })
      return 'Plan changed'
    case 'trial':
      await extendTrialByStaff(services, scope, { planId: given.plan, days: given.days, cause })
      return 'Trial given'
    case 'boost': {
      const { units, days, site: siteId } = given
      await giveBoostByStaff(services, scope, { units, days, siteId, cause })
      return 'Boost given'
    }
    case 'seats': {
      const { members, sites } = given
      await changeSeatsByStaff(services, scope, { members, sites, cause })
      return 'Seats changed'
    }
    case 'coupon': {
      const { terms, operation } = given
      const code = await giveCoupon(services, scope, { terms, operation, cause })
      return `Coupon ${code} given`
    }
  }
}

export default function TeamPlan() {
  const { team, gift, operation } = useLoaderData<typeof loader>()
  const path = `/kiosk/teams/${String(team.id)}`
  return (
    <Screen
      title={`Plan of ${team.name}`}
      lead={
        <Link className="text-link" to={path}>
          Back to the organization
        </Link>
      }
    >
      <div className="parts">
        <Panel>
          <h2 className="part-title">Now</h2>
          <TeamPlanFacts team={team} />
        </Panel>
        <Panel>
          <h2 className="part-title">Change or give</h2>
          <Tabs
            label="What to change or give"
            tabs={gifts.map(({ id, label }) => ({
              to: `${path}/plan?give=${id}`,
              label,
              isCurrent: id === gift,
            }))}
          />
          <GiftForm key={gift} team={team} gift={gift} operation={operation} />
        </Panel>
        <Panel>
          <h2 className="part-title">Coupons</h2>
          {team.coupons.length === 0 ? (
            <p className="part-lead">No coupons yet.</p>
          ) : (
            <CouponTable coupons={team.coupons} />
          )}
        </Panel>
        <Panel>
          <h2 className="part-title">Plan changes</h2>
          {team.changes.length === 0 ? (
            <p className="part-lead">No changes yet.</p>
          ) : (
            <ChangesTable changes={team.changes} />
          )}
        </Panel>
      </div>
    </Screen>
  )
}
