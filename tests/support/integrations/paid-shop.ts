/** A shop and the services that its customers pay by, in the product that is connected with them. */
import { eq } from 'drizzle-orm'
import { onTestFinished } from 'vitest'
import { activityInput, type ActivityInput } from '#app/contract/activities.ts'
import { goalConversions } from '#app/db/schema/index.ts'
import { connectWithSettings } from '#app/domain/connections/connect.server.ts'
import { recordFacts } from '#app/domain/connections/record-activities.server.ts'
import { createGoal } from '#app/domain/goals/goals.server.ts'
import { findIntegration } from '#app/integrations/registry.ts'
import { startPayPalServer } from '#workshop/doubles/shops/paypal-server.ts'
import { startStripeServer } from '#workshop/doubles/shops/stripe-server.ts'
import { createConnectionWorld } from './connected-shop.ts'

export const buyerEmail = 'emma@shop.example'
export const billing = { name: 'Emma Visser', email: buyerEmail, phone: null, address: null }

/** A WooCommerce shop whose customers pay by Stripe, both connected. */
export async function openPaidShop() {
  let time = () => new Date()
  const stripe = await startStripeServer(() => time())
  const paypal = await startPayPalServer(() => time())
  onTestFinished(stripe.stop)
  onTestFinished(paypal.stop)
  const world = await createConnectionWorld({
    'https://api.stripe.com': stripe.url,
    'https://api-m.paypal.com': paypal.url,
    'https://api.paypal.com': paypal.url,
  })
  time = world.clock.now
  const { services, site, woo } = world
  const connectAt = async (name: string, given: Record<string, string>) => {
    const integration = findIntegration(name)
    if (!integration) throw new Error(`${name} is not in the registry.`)
    const connected = await connectWithSettings(services, site.scope, { integration, given })
    if (!connected.ok) throw new Error(JSON.stringify(connected.errors))
    return connected.uuid
  }
  const connect = async () => {
    await world.connect()
    await connectAt('stripe', { key: stripe.key })
  }
  const order = async (wanted: Record<string, unknown> = {}) => {
    const placed = await woo.placeOrder(wanted)
    await world.process()
    return placed
  }
  const pay = async (wanted: Record<string, unknown> = {}) => {
    const charge = await stripe.pay({ billing_details: billing, ...wanted })
    await world.process()
    return charge
  }
  const rows = () => world.stored.activities()
  /** Each purchase, with whether it is shown. */
  const shown = async () => {
    const all = await rows()
    return all
      .filter(({ kind }) => kind === 'purchase')
      .map(({ account, isShowable, sameSaleAs }) => {
        const by = account.split(':')[0] ?? ''
        return `${by} ${isShowable ? 'shown' : 'withheld'}${sameSaleAs === null ? '' : ' matched'}`
      })
      .toSorted()
  }
  const paymentRow = async () => {
    const row = (await rows()).find(({ account }) => account === 'stripe')
    if (!row) throw new Error('There is no payment.')
    return row
  }
  const visit = (uuid: string, form?: Record<string, string>) =>
    world.visit(`/data-feeds/activities/${uuid}`, {
      as: site.owner,
      params: { uuid },
      ...(form ? { form } : {}),
    })
  const orderGoal = () =>
    createGoal(services, site.scope, {
      kind: 'order',
      name: 'Orders',
      is_active: true,
      is_repeatable: false,
    })
  const reached = async () =>
    (
      await services.db.system
        .select({ key: goalConversions.uniqueKey })
        .from(goalConversions)
        .where(eq(goalConversions.siteId, site.scope.siteId))
    )
      .map(({ key }) => key)
      .toSorted()
  return {
    world,
    services,
    site,
    woo,
    stripe,
    paypal,
    connect,
    connectAt,
    order,
    pay,
    rows,
    shown,
    paymentRow,
    visit,
    orderGoal,
    reached,
  }
}

/** Reports by connections, without their services. */
export async function openSaleReports() {
  const shop = await openPaidShop()
  const { world, services, site } = shop
  await shop.connect()
  const { rows: ids } = await services.pool.query<{ integration: string; id: string }>(
    'select integration, id::text from connections',
  )
  const idOf = (name: string) => Number(ids.find(({ integration }) => integration === name)?.id)
  const at = services.now().getTime()
  const factOf = (more: Partial<ActivityInput> = {}): ActivityInput =>
    activityInput.parse({
      kind: 'purchase',
      id: '115',
      occurred_at: new Date(at - 60_000).toISOString(),
      person: { first_name: 'Emma', email: buyerEmail },
      items: [{ title: 'Lamp' }],
      total: 90,
      currency: 'EUR',
      ...more,
    })
  const reporter = (name: string, account: string) => ({
    site: site.scope,
    connectionId: idOf(name),
    account,
    goalsSince: new Date(0),
  })
  const byShop = reporter('wordpress', 'wordpress:one.example')
  const byStripe = reporter('stripe', 'stripe')
  const record = (by: typeof byShop, facts: readonly ActivityInput[], from = services) =>
    recordFacts(
      from,
      by,
      facts.map((fact) => ({ fact, asOf: null })),
    )
  return { ...shop, world, factOf, byShop, byStripe, record }
}
