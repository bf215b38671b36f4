/** The plans of sites in Wix, to which Wix leads with the site that an owner wants to upgrade. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { Link, useLoaderData } from '@remix-run/react'
import { requireTeam } from '#app/auth/guards.server.ts'
import {
  findPlanOfInstance,
  findWixInstance,
} from '#app/domain/billing/channels/wix-instances.server.ts'
import type { WixApp } from '#app/domain/billing/channels/wix.ts'
import { findPlan, plans } from '#app/domain/plans/catalog.ts'
import { errorCatalog, Refusal } from '#app/lib/errors.ts'
import type { Services } from '#app/services.ts'
import { screenTitle } from '#app/ui/format/document-title.ts'
import { countWithNoun, formatUnits } from '#app/ui/format/format-number.ts'
import { formatPrice } from '#app/ui/format/format-price.ts'
import { Screen } from '#app/ui/screen.tsx'
import { ManagedElsewhere } from '#app/ui/billing/managed-elsewhere.tsx'
import { Badge } from '#app/ui/kit/badge.tsx'
import { Button } from '#app/ui/kit/button.tsx'

export { headers } from '#app/platforms/headers.ts'
export { links } from './styles.ts'
export const meta = screenTitle('Plans for sites in Wix')

export async function loader(args: LoaderFunctionArgs) {
  const { request, context } = args
  const { services, platform } = context
  const { wix } = services
  const { pathname, searchParams } = new URL(request.url)
  if (!wix) throw new Refusal('not_found', errorCatalog.notFound(pathname))
  // In the dashboard the session names the organization, and the address has no instance.
  const visit: Visited =
    platform.name === 'wix'
      ? await readTeam(args)
      : await readVisit(services, wix, searchParams.get('instance'))
  const current = findPlan(visit.planId ?? '')
  return {
    source: visit.source,
    dashboardUrl: visit.dashboardUrl,
    current: current?.name ?? null,
    managedAt: current && current.priceCents > 0 ? wix.subscriptionsUrl : null,
    plans: plans
      .filter(({ channel }) => channel === 'wix')
      .map(({ id, name, priceCents, meteredBy, visitorLimit, reviewsLimit }) => ({
        id,
        name,
        priceCents,
        meteredBy,
        visitorLimit,
        reviewsLimit,
        isCurrent: id === visit.planId,
        // Wix switches to plans that cost more, and to no other.
        canChoose: visit.source === 'linked' && priceCents > (current?.priceCents ?? 0),
      })),
  }
}

/** `none`: from nowhere in Wix. `invalid`: Wix didn't sign it, or too long ago. `unlinked`: no organization has the site. */
type Source = 'none' | 'invalid' | 'unlinked' | 'linked'

type Visited = {
  source: Source
  planId: string | null
  /** URL at which the owner opens the app in Wix. Null: the app is already open here, or no site is known. */
  dashboardUrl: string | null
}

async function readTeam(args: LoaderFunctionArgs): Promise<Visited> {
  const { services } = args.context
  const { team } = await requireTeam(args)
  const instance = await findWixInstance(services, team.scope)
  const planId = instance && (await findPlanOfInstance(services, instance.instanceId))
  return { source: planId === null ? 'none' : 'linked', planId, dashboardUrl: null }
}

async function readVisit(services: Services, wix: WixApp, signed: string | null): Promise<Visited> {
  if (signed === null) return { source: 'none', planId: null, dashboardUrl: null }
  const visitor = await wix.checkInstance(signed)
  if (visitor === null) return { source: 'invalid', planId: null, dashboardUrl: null }
  const { instanceId } = visitor
  const planId = await findPlanOfInstance(services, instanceId)
  const source = planId === null ? 'unlinked' : 'linked'
  return { source, planId, dashboardUrl: wix.dashboardUrl(instanceId) }
}

export default function WixPricing() {
  const {
    source,
    current,
    managedAt,
    dashboardUrl,
    plans: offered,
  } = useLoaderData<typeof loader>()
  return (
    <Screen title="Plans for sites in Wix" lead={leadOf(source, current)}>
      <div className="parts">
        {dashboardUrl !== null && (
          <p className="billing-acts row">
            <a className="text-link" href={dashboardUrl} target="_top" rel="noreferrer">
              Open in Wix
            </a>
          </p>
        )}
        {source !== 'linked' && (
          <p className="billing-acts row">
            <Link className="text-link" to="/billing#plans">
              Go to billing
            </Link>
          </p>
        )}
        <ul className="plans plain-list">
          {offered.map((plan) => (
            <PlanOffer key={plan.id} plan={plan} />
          ))}
        </ul>
        {managedAt !== null && (
          <p className="part-lead">
            Wix only switches to plans that cost more. For a cheaper one, cancel your plan in Wix,
            and choose again once it has ended. <ManagedElsewhere page={managedAt} />
          </p>
        )}
      </div>
    </Screen>
  )
}

const paid = 'Wix bills them each month, in US dollars.'

function leadOf(source: Source, current: string | null): string {
  switch (source) {
    case 'none':
      return `${paid} Choose one in billing.`
    case 'invalid':
      return 'This link has expired. Open the plans from your site in Wix again, or choose one in billing.'
    case 'unlinked':
      return `${paid} This site isn’t linked to an organization yet, so open the app in Wix first.`
    case 'linked':
      return `You’re on the ${current ?? 'Free'} plan. Choose another one to pay for it in Wix.`
  }
}

type Offer = ReturnType<typeof useLoaderData<typeof loader>>['plans'][number]

function PlanOffer({ plan }: { plan: Offer }) {
  const { id, name, priceCents, meteredBy, visitorLimit, reviewsLimit, isCurrent } = plan
  return (
    <li className={isCurrent ? 'plan plan--current' : 'plan'}>
      <div className="row gap-8">
        <h2 className="part-title">{name}</h2>
        {isCurrent && <Badge tone="success">Your plan</Badge>}
      </div>
      <p className="plan__price numbers">
        {formatPrice(priceCents)} <span>a month</span>
      </p>
      <ul className="plan__includes plain-list stack gap-6 prose">
        <li>
          {visitorLimit === null
            ? `Unlimited ${meteredBy}`
            : `${formatUnits(visitorLimit, meteredBy)} a month`}
        </li>
        <li>{countWithNoun(reviewsLimit, 'review')} per nudge</li>
      </ul>
      {plan.canChoose && (
        <div className="plan__choose">
          <Button url={`/billing/plan/${id}`} fullWidth>
            {`Choose ${name}`}
          </Button>
        </div>
      )}
    </li>
  )
}
