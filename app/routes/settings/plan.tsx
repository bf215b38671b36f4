/** An organization's plan, and its usage this month and before. */
import type { LinksFunction, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { Banner } from '@shopify/polaris'
import { requireNamedTeam } from '#app/auth/guards.server.ts'
import { findPlan } from '#app/domain/plans/catalog.ts'
import { readMeter } from '#app/domain/plans/meter.server.ts'
import { listSites } from '#app/domain/sites/sites.server.ts'
import { readMeterHistory } from '#app/domain/stats/meter-history.server.ts'
import { readOwner } from '#app/domain/teams/overview.server.ts'
import { mayDo } from '#app/domain/teams/roles.ts'
import { screenTitle } from '#app/ui/format/document-title.ts'
import { formatDateTime } from '#app/ui/format/format-time.ts'
import { Panel } from '#app/ui/panel.tsx'
import { links as siteLinks } from '#app/ui/site-screens.ts'
import { Boosts, Subscription, Usage } from './plan-sections.tsx'
import { MeterMonths, MeterSites } from './usage-tables.tsx'

export { headers } from '#app/platforms/headers.ts'
export const links: LinksFunction = () => siteLinks()
export const meta = screenTitle('Plan and usage')

export async function loader(args: LoaderFunctionArgs) {
  const { team } = await requireNamedTeam(args, args.params['id'])
  const { services } = args.context
  const { scope, role } = team
  const { sites, ...meter } = await readMeter(services, scope)
  const seen = new Set((await listSites(services, scope)).map(({ uuid }) => uuid))
  const hidden = sites.filter(({ uuid }) => !seen.has(uuid))
  return {
    id: scope.teamId,
    meter,
    plan: findPlan(meter.plan)?.name ?? meter.plan,
    mayPay: mayDo(role, 'billing:manage'),
    owner: await readOwner(services, scope),
    sites: sites.filter(({ uuid }) => seen.has(uuid)),
    /** Usage of sites that this member can't see. */
    usedElsewhere: hidden.length === 0 ? null : hidden.reduce((sum, { used }) => sum + used, 0),
    months: await readMeterHistory(services, scope),
  }
}

export default function PlanScreen() {
  const { id, meter, plan, mayPay, owner, sites, usedElsewhere, months } =
    useLoaderData<typeof loader>()
  const { meteredBy, renewsAt, isLimitReached } = meter
  return (
    <div className="settings">
      {isLimitReached && (
        <Banner tone="warning" title="Monthly plan limit reached">
          <p>
            Nudges are paused until {formatDateTime(renewsAt)} or until you upgrade. You’re never
            billed beyond the limit.
          </p>
        </Banner>
      )}
      <Usage meter={meter} plan={plan} />
      <Subscription meter={meter} plan={plan} owner={mayPay ? null : owner} />
      {mayPay && <Boosts meter={meter} />}
      <Panel>
        <MeterMonths months={months} file={`/settings/teams/${String(id)}/plan/export`} />
      </Panel>
      <Panel>
        <MeterSites sites={sites} usedElsewhere={usedElsewhere} meteredBy={meteredBy} />
      </Panel>
    </div>
  )
}
