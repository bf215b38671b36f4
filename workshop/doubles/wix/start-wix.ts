/**
 * The double of Wix next to a local product: one site that has the app, its dashboard, and a page with what its
 * owner does. `npm run dev` lets time pass there as well.
 */
import { randomUUID } from 'node:crypto'
import type { MovedClock } from '../moved-clock.ts'
import { startServiceDesk } from '../shops/service-desk.ts'
import { startWix } from './wix-server.ts'

export type DevelopmentWix = {
  /** The site's dashboard, which frames the app. */
  dashboardUrl: string
  /** The page with the site, and with what its owner does. */
  deskUrl: string
  /** Variables with which the product uses it. */
  environment: Readonly<Record<string, string>>
  stop: () => Promise<void>
}

/** The same after each start, so an organization stays linked. */
const instanceId = 'c0ffee00-7a42-4f6e-9f0b-2f6a8f6b8d11'

/**
 * @param appUrl where the product is, which gets the webhooks
 * @param port the first of two ports, which are taken when they are free
 * @param clock the product's as well. One that can't be moved has its time alone
 */
export async function startDevelopmentWix(
  appUrl: string,
  port: number,
  clock: Pick<MovedClock, 'now'> & Partial<MovedClock>,
): Promise<DevelopmentWix> {
  const wix = await startWix(clock.now, { port: port + 1 })
  const { pass } = clock
  clock.onDay?.(wix.settle)
  wix.admin.appPage = `${appUrl}/wix/auth/dashboard`
  wix.install(instanceId)
  wix.endpoints.add((init) => fetch(`${appUrl}/hooks/wix`, init))
  const acting = (act: () => void) => () => {
    act()
    return wix.settle()
  }
  const desk = await startServiceDesk(
    [
      {
        name: 'Wix',
        details: {
          Dashboard: `${wix.url}/dashboard/${instanceId}`,
          'Install from outside of Wix': `${appUrl}/wix/auth`,
          Subscriptions: `${wix.url}/account/subscriptions`,
          'Instance of the site': instanceId,
        },
        actions: {
          'Remove the app': acting(() => {
            wix.remove(instanceId)
          }),
          'Install the app again': acting(() => {
            wix.reinstall(instanceId)
          }),
          'Clone the site': acting(() => {
            wix.install(undefined, instanceId)
          }),
          'Place an order': acting(() => {
            wix.report(instanceId, 'wix.ecom.v1.order_approved', orderEvent(clock.now()))
          }),
          ...(pass && { 'Let a day pass': () => pass(1), 'Let a month pass': () => pass(31) }),
        },
      },
    ],
    port,
    'The app opens in the site’s dashboard.',
  )
  const { appId, appSecret, publicKey } = wix.account
  return {
    deskUrl: desk.url,
    dashboardUrl: `${wix.url}/dashboard/${instanceId}`,
    environment: {
      WIX_APP_ID: appId,
      WIX_APP_SECRET: appSecret,
      WIX_PUBLIC_KEY: publicKey,
      WIX_DOUBLE_URL: wix.url,
      WIX_FRAME_ANCESTORS: wix.url,
    },
    async stop() {
      await Promise.all([desk.stop(), wix.stop()])
    },
  }
}

/** As Wix reports a paid order. */
function orderEvent(at: Date): Record<string, unknown> {
  const id = randomUUID()
  const moment = at.toISOString()
  const amount = { amount: '24.00' }
  const order = {
    id,
    number: String(at.getTime()).slice(-6),
    createdDate: moment,
    updatedDate: moment,
    status: 'APPROVED',
    paymentStatus: 'PAID',
    currency: 'EUR',
    buyerInfo: { email: 'buyer@shop.example' },
    billingInfo: {
      address: { country: 'NL', city: 'Utrecht' },
      contactDetails: { firstName: 'Mila' },
    },
    lineItems: [{ productName: { original: 'Linen towel' }, quantity: 1, price: amount }],
    priceSummary: { total: amount },
  }
  return {
    id: randomUUID(),
    entityFqdn: 'wix.ecom.v1.order',
    slug: 'approved',
    entityId: id,
    eventTime: moment,
    actionEvent: { body: { order } },
  }
}
