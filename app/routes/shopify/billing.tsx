/** Plans of an organization that pays through its shop in Shopify. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { screenTitle } from '#app/ui/format/document-title.ts'
import { formatUnits } from '#app/ui/format/format-number.ts'
import { Panel } from '#app/ui/panel.tsx'
import { Screen } from '#app/ui/screen.tsx'
import { findPlan, plans } from '#app/domain/plans/catalog.ts'
import { readMeter } from '#app/domain/plans/meter.server.ts'
import { requireShopTeam } from './shop-team.server.ts'

export { headers } from '#app/platforms/headers.ts'
export const meta = screenTitle('Billing')

const shopPlans = plans.filter(({ channel }) => channel === 'shopify')

export async function loader(args: LoaderFunctionArgs) {
  const { team } = await requireShopTeam(args)
  const { plan, used, allowance, meteredBy } = await readMeter(args.context.services, team.scope)
  return {
    current: {
      id: plan,
      name: findPlan(plan)?.name ?? plan,
      used,
      allowance,
      meteredBy,
    },
    plans: shopPlans.map(
      ({ id, name, priceCents, impressionLimit, visitorLimit, meteredBy: by }) => ({
        id,
        name,
        priceCents,
        meteredBy: by,
        limit: by === 'impressions' ? (impressionLimit ?? null) : visitorLimit,
      }),
    ),
  }
}

const dollars = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  maximumFractionDigits: 0,
})

export default function ShopifyBilling() {
  const { current, plans } = useLoaderData<typeof loader>()
  const { name, used, allowance, meteredBy } = current
  return (
    <Screen title="Billing" lead="Shopify bills your plan together with your shop.">
      <Panel>
        <h2 className="part-title">{name} plan</h2>
        <p>
          {allowance === null
            ? `${formatUnits(used, meteredBy)} this month.`
            : `${formatUnits(used, meteredBy)} of ${formatUnits(allowance, meteredBy)} this month.`}
        </p>
      </Panel>
      <Panel>
        <h2 className="part-title">All plans</h2>
        <p className="part-lead">
          You can’t change your plan yet. Until then, everything in your current plan keeps working.
        </p>
        <ul>
          {plans.map((plan) => (
            <li key={plan.id}>
              <strong>{plan.name}</strong>: {dollars.format(plan.priceCents / 100)} a month,{' '}
              {plan.limit === null ? 'unlimited use' : formatUnits(plan.limit, plan.meteredBy)}
              {plan.id === current.id && ' (your plan)'}
            </li>
          ))}
        </ul>
      </Panel>
    </Screen>
  )
}
