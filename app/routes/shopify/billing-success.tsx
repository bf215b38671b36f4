/** Where Shopify returns to after a payment. What was paid is asked of Shopify, never of the address. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { Link, useLoaderData } from '@remix-run/react'
import { syncBilling } from '#app/domain/billing/sync.server.ts'
import { findPlan } from '#app/domain/plans/catalog.ts'
import { readTeamPlan } from '#app/domain/plans/team-plan.server.ts'
import { isOutage } from '#app/domain/shops/outage.ts'
import { screenTitle } from '#app/ui/format/document-title.ts'
import { Screen } from '#app/ui/screen.tsx'
import { requireShopTeam } from './shop-team.server.ts'

export { headers } from '#app/platforms/headers.ts'
export const meta = screenTitle('Billing')

export async function loader(args: LoaderFunctionArgs) {
  const { team, shop } = await requireShopTeam(args)
  const { services } = args.context
  try {
    await syncBilling(services, team.scope)
    const { plan } = await readTeamPlan(services, team.scope)
    return { plan: findPlan(plan)?.name ?? plan }
  } catch (error) {
    if (!isOutage(error)) throw error
    services.log.warn({ err: error, shop: shop.domain }, 'a shop’s plan was not confirmed')
    return { plan: null }
  }
}

export default function ShopifyBillingSuccess() {
  const { plan } = useLoaderData<typeof loader>()
  return (
    <Screen
      title={plan === null ? 'We couldn’t confirm your plan yet' : `You’re on the ${plan} plan`}
      lead={
        plan === null
          ? 'Shopify didn’t answer. Your plan hasn’t changed here. Reload this page in a minute.'
          : 'Shopify confirmed your plan. It applies immediately.'
      }
    >
      <p>
        <Link className="text-link" to="/shopify/billing">
          Back to billing
        </Link>
      </p>
    </Screen>
  )
}
