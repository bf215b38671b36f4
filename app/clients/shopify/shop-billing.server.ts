/** A shop's purchases in the app: subscriptions and single purchases, which its owner approves. */
import type { Shopify, ShopSubscription } from '#app/domain/shops/shopify.ts'
import { createAppPurchase, readAppPurchase } from './operations/app-purchases.ts'
import {
  cancelAppSubscription,
  createAppSubscription,
  listAppSubscriptions,
  readAppSubscription,
  type SubscriptionNode,
  type SubscriptionPage,
} from './operations/app-subscriptions.ts'
import type { ShopifyOrigins } from './shopify-origins.ts'

type ShopBilling = Pick<
  Shopify,
  | 'appLink'
  | 'plansLink'
  | 'listSubscriptions'
  | 'readSubscription'
  | 'createSubscription'
  | 'cancelSubscription'
  | 'createPurchase'
  | 'readPurchase'
>

type Parts = {
  call: Shopify['call']
  origins: ShopifyOrigins
  /** The app's handle in the admin's URLs. */
  handle: string
}

export function createShopBilling({ call, origins, handle }: Parts): ShopBilling {
  return {
    appLink: (shop, path) => origins.app(shop, handle) + path,
    plansLink: (shop) => origins.plans(shop, handle),

    async listSubscriptions(access) {
      const listed: ShopSubscription[] = []
      let after: string | null = null
      do {
        const page: SubscriptionPage = await call({
          ...access,
          operation: listAppSubscriptions,
          variables: { after },
        })
        const { nodes, pageInfo } = page.currentAppInstallation.allSubscriptions
        listed.push(...nodes.map(subscriptionOf))
        after = pageInfo.hasNextPage ? pageInfo.endCursor : null
      } while (after !== null)
      return listed
    },

    async readSubscription(access, id) {
      const variables = { id: `gid://shopify/AppSubscription/${id}` }
      const { node } = await call({ ...access, operation: readAppSubscription, variables })
      return node && subscriptionOf(node)
    },

    async createSubscription(access, { name, priceCents, returnUrl, isTest }) {
      const price = moneyInput(priceCents)
      const { appSubscriptionCreate: created } = await call({
        ...access,
        operation: createAppSubscription,
        variables: {
          name,
          lineItems: [
            { plan: { appRecurringPricingDetails: { price, interval: 'EVERY_30_DAYS' } } },
          ],
          returnUrl,
          test: isTest,
        },
      })
      return { id: shortId(created.appSubscription.id), url: created.confirmationUrl }
    },

    async cancelSubscription(access, id) {
      const variables = { id: `gid://shopify/AppSubscription/${id}` }
      await call({ ...access, operation: cancelAppSubscription, variables })
    },

    async createPurchase(access, { name, priceCents, returnUrl, isTest }) {
      const { appPurchaseOneTimeCreate: created } = await call({
        ...access,
        operation: createAppPurchase,
        variables: { name, price: moneyInput(priceCents), returnUrl, test: isTest },
      })
      return { id: shortId(created.appPurchaseOneTime.id), url: created.confirmationUrl }
    },

    async readPurchase(access, id) {
      const variables = { id: `gid://shopify/AppPurchaseOneTime/${id}` }
      const { node } = await call({ ...access, operation: readAppPurchase, variables })
      return (
        node && {
          id: shortId(node.id),
          status: node.status,
          isTest: node.test,
          priceCents: centsOf(node.price.amount),
          currency: node.price.currencyCode,
        }
      )
    },
  }
}

const moneyInput = (cents: number) => ({ amount: (cents / 100).toFixed(2), currencyCode: 'USD' })

const centsOf = (amount: string) => Math.round(Number(amount) * 100)

/** `gid://shopify/AppSubscription/1` is `1`, as `charge_id` in the address that Shopify returns to. */
const shortId = (id: string) => id.slice(id.lastIndexOf('/') + 1).split('?', 1)[0] ?? ''

function subscriptionOf(node: SubscriptionNode): ShopSubscription {
  // At most one of the line items recurs; the other one is for usage, which the app never charges.
  const recurring = node.lineItems
    .map(({ plan }) => plan.pricingDetails)
    .find(({ price }) => price !== undefined)
  return {
    id: shortId(node.id),
    name: node.name,
    status: node.status,
    isTest: node.test,
    planHandle: recurring?.planHandle ?? null,
    price:
      recurring?.price && recurring.interval
        ? {
            cents: centsOf(recurring.price.amount),
            currency: recurring.price.currencyCode,
            interval: recurring.interval,
          }
        : null,
    trialDays: node.trialDays,
    createdAt: new Date(node.createdAt),
    currentPeriodEndsAt: node.currentPeriodEnd === null ? null : new Date(node.currentPeriodEnd),
  }
}
