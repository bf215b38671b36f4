/** An organization's plan, and its usage this month and before. */
import { data, redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { requireNamedTeam, requireRight, requireTeam } from '#app/auth/guards.server.ts'
import { readBilling } from '#app/domain/billing/billing-state.server.ts'
import { startPurchase } from '#app/domain/billing/purchases.server.ts'
import { findPlan } from '#app/domain/plans/catalog.ts'
import { readMeter } from '#app/domain/stats/meter-reading.server.ts'
import type { TeamScope } from '#app/domain/scope.ts'
import { listSites } from '#app/domain/sites/sites.server.ts'
import { readMeterHistory } from '#app/domain/stats/meter-history.server.ts'
import { readOwner } from '#app/domain/teams/overview.server.ts'
import { mayDo } from '#app/domain/teams/roles.ts'
import { refuseField } from '#app/lib/errors.ts'
import { pathInTeam } from '#app/lib/switch-path.ts'
import type { FormResponse } from '#app/lib/web/form-response.ts'
import { readSubmittedValues } from '#app/lib/web/form-responses.server.ts'
import { readForm } from '#app/lib/web/forms.ts'
import {
  invalidOperationForm,
  newOperation,
  operationInput,
  refusedOperation,
} from '#app/lib/web/operation-form.server.ts'
import { readPausedNow } from '#app/presenters/billing/plan-comparison.server.ts'
import { boostReturnUrls, returnScreens } from '#app/presenters/billing/return-urls.server.ts'
import type { Services } from '#app/services.ts'
import { exceptLifted } from '#app/domain/plans/except-lifted.ts'
import { GateLink, plansPath } from '#app/ui/billing/gate-link.tsx'
import { PlanUsage } from '#app/ui/billing/plan-usage.tsx'
import { screenTitle } from '#app/ui/format/document-title.ts'
import { formatDateTime } from '#app/ui/format/format-time.ts'
import { useFaultToast } from '#app/ui/forms/preserve-form.ts'
import { Banner } from '#app/ui/kit/banner.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { Boosts, PausedNow, Subscription } from './plan-sections.tsx'
import { MeterMonths, MeterSites } from './usage-tables.tsx'

export { headers } from '#app/platforms/headers.ts'
export {
  preserveForm as clientAction,
  skipAfterFault as shouldRevalidate,
} from '#app/ui/forms/preserve-form.ts'
export const meta = screenTitle('Plan and usage')

export async function loader(args: LoaderFunctionArgs) {
  const { team } = await requireNamedTeam(args, args.params['id'])
  const { services } = args.context
  const { scope, role } = team
  const { sites, ...meter } = await readMeter(services, scope)
  const seen = new Set((await listSites(services, scope)).map(({ uuid }) => uuid))
  const hidden = sites.filter(({ uuid }) => !seen.has(uuid))
  const mayPay = mayDo(role, 'billing:manage')
  const billing = mayPay ? await readBilling(services, scope) : null
  const current = await requireTeam(args)
  return {
    id: scope.teamId,
    isCurrent: current.team.scope.teamId === scope.teamId,
    meter,
    plan: findPlan(meter.plan)?.name ?? meter.plan,
    owner: mayPay ? null : await readOwner(services, scope),
    status: billing && statusOf(billing.subscription?.state ?? null),
    boosts: billing && billing.boosts,
    pauses: await readPausedNow(services, scope),
    operation: newOperation(),
    sites: sites.filter(({ uuid }) => seen.has(uuid)),
    /** Usage of sites that this member can't see. */
    usedElsewhere: hidden.length === 0 ? null : hidden.reduce((sum, { used }) => sum + used, 0),
    months: await readMeterHistory(services, scope),
  }
}

const statuses = {
  incomplete: 'Waiting for the first payment',
  trialing: 'Trial',
  active: 'Active',
  past_due: 'Payment failed',
  paused: 'Paused',
  cancelled: 'Canceled',
  ended: null,
} as const

const statusOf = (state: keyof typeof statuses | null) => (state === null ? null : statuses[state])

const boostInput = z.object({
  intent: z.literal('buy'),
  item: z.string().max(100),
  /** UUID. Empty: for all sites. */
  site: z.string().max(100).default(''),
  ...operationInput,
})

export async function action(args: ActionFunctionArgs) {
  const { account, team } = await requireNamedTeam(args, args.params['id'])
  requireRight(team, 'billing:manage')
  const { services } = args.context
  const typed = await readSubmittedValues(args.request, ['operation', 'site'])
  const form = await readForm(args.request, boostInput)
  if (!form.ok) return invalidOperationForm(form.errors, typed)

  const { item, site, operation } = form.value
  try {
    const siteId = site === '' ? null : await findSiteId(services, team.scope, site)
    const step = await startPurchase(services, team.scope, {
      itemId: item,
      siteId,
      operation,
      userId: account.id,
      ...(await boostReturnUrls(services, team.scope, account)),
    })
    if (step.kind === 'redirect') {
      return data({ leave: step.url }, { headers: { 'Cache-Control': 'no-store' } })
    }
    return redirect(pathInTeam(team.scope.teamId, returnScreens['visitor-boost']))
  } catch (error) {
    return refusedOperation(error, typed)
  }
}

/** @throws Refusal `invalid` at the field */
async function findSiteId(services: Services, scope: TeamScope, uuid: string): Promise<number> {
  const sites = await listSites(services, scope)
  const site = sites.find((one) => one.uuid === uuid)
  if (!site) throw refuseField('site', 'Choose a site from the list.')
  return site.id
}

export default function PlanScreen() {
  const loaded = useLoaderData<typeof loader>()
  const { id, meter, plan, owner, boosts, pauses, sites, usedElsewhere, months } = loaded
  const answer = useActionData<FormResponse | { leave: string }>()
  useFaultToast(answer && 'errors' in answer ? answer : undefined)
  const { meteredBy, renewsAt, isLimitReached } = meter
  return (
    <div className="parts">
      {isLimitReached && (
        <Banner tone="warning" title="Monthly plan limit reached">
          <p>
            Nudges are paused until {formatDateTime(renewsAt)} or until you upgrade
            {exceptLifted(meter.siteBoosts)}. You’re never billed beyond the limit.{' '}
            <GateLink {...(loaded.isCurrent ? {} : { to: pathInTeam(id, `${plansPath}#plans`) })} />
          </p>
        </Banner>
      )}
      <PlanUsage meter={meter} plan={plan} />
      {pauses.length > 0 && <PausedNow pauses={pauses} />}
      <Subscription
        {...{ meter, plan, owner }}
        teamId={id}
        isCurrent={loaded.isCurrent}
        status={loaded.status}
      />
      <Boosts {...{ meter, sites, answer }} offers={boosts} operation={loaded.operation} />
      <Panel>
        <MeterMonths months={months} file={`/settings/teams/${String(id)}/plan/export`} />
      </Panel>
      <Panel>
        <MeterSites sites={sites} usedElsewhere={usedElsewhere} meteredBy={meteredBy} />
      </Panel>
    </div>
  )
}
