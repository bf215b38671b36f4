/** The shop and the app's installation in the Admin API. */
import {
  gid,
  idIn,
  ownerOf,
  type Installation,
  type Metafield,
  type Money,
  type Purchase,
  type Subscription,
} from '../state/shop-state.ts'
import { iso, money, requireScope, type ApiContext } from './api-context.ts'
import { FieldRefused, type ApiObject, type Arguments } from './answer-document.ts'
import { connection } from './connection.ts'

export const shopFields = (context: ApiContext): Record<string, unknown> => ({
  shop: () => shopObject(context),
  currentAppInstallation: () => installationObject(context),
  webPixel() {
    requireScope(context, 'read_pixels', 'webPixel')
    return webPixelObject(context)
  },
})

function shopObject({ shop, storefrontUrl: url }: ApiContext): ApiObject {
  const owner = ownerOf(shop)
  const ownerName = `${owner.firstName} ${owner.lastName}`
  return {
    __typename: 'Shop',
    id: gid('Shop', shop.id),
    name: shop.title,
    email: owner.email,
    contactEmail: shop.email,
    shopOwnerName: ownerName,
    myshopifyDomain: shop.domain,
    url,
    primaryDomain: {
      __typename: 'Domain',
      id: gid('Domain', shop.id),
      host: new URL(url).host,
      url,
      sslEnabled: url.startsWith('https:'),
    },
    currencyCode: shop.currency,
    ianaTimezone: shop.timeZone,
    createdAt: iso(shop.createdAt),
    updatedAt: iso(shop.createdAt),
    shopAddress: {
      __typename: 'ShopAddress',
      id: gid('MailingAddress', shop.id),
      city: null,
      country: shop.country,
      countryCodeV2: shop.countryCode,
    },
    plan: {
      __typename: 'ShopPlan',
      partnerDevelopment: true,
      publicDisplayName: 'Development',
      shopifyPlus: false,
    },
  }
}

export function requireInstallation({ shop }: ApiContext): Installation {
  if (shop.installation) return shop.installation
  throw new FieldRefused('The app is not installed.', 'ACCESS_DENIED')
}

function installationObject(context: ApiContext): ApiObject {
  const { scopes, origin, shop, handle, apiKey } = context
  const installation = requireInstallation(context)
  context.app.settleCharges()
  const { subscriptions, purchases, metafields } = installation
  return {
    __typename: 'AppInstallation',
    id: gid('AppInstallation', installation.id),
    launchUrl: `${origin}/store/${shop.name}/apps/${handle}`,
    uninstallUrl: `${origin}/store/${shop.name}/apps`,
    accessScopes: installation.scopes.map(scopeObject),
    app: {
      __typename: 'App',
      id: `gid://shopify/App/${String(shop.id)}`,
      apiKey,
      handle,
      title: handle,
      embedded: true,
      requestedAccessScopes: scopes.required.map(scopeObject),
      optionalAccessScopes: scopes.optional.map(scopeObject),
    },
    activeSubscriptions: subscriptions
      .filter(({ status }) => status === 'ACTIVE')
      .map(subscriptionObject),
    allSubscriptions: (args: Arguments) =>
      connection(
        {
          type: 'AppSubscription',
          items: subscriptions,
          key: ({ id }) => String(id),
          node: subscriptionObject,
        },
        args,
      ),
    oneTimePurchases: (args: Arguments) =>
      connection(
        {
          type: 'AppPurchaseOneTime',
          items: purchases,
          key: ({ id }) => String(id),
          node: purchaseObject,
        },
        args,
      ),
    metafield({ namespace, key }: Arguments) {
      const found = metafields.find((one) => one.namespace === namespace && one.key === key)
      return found ? metafieldObject(found) : null
    },
    metafields(args: Arguments) {
      const { namespace } = args
      const items = metafields.filter((one) => !namespace || one.namespace === namespace)
      const key = ({ id }: Metafield) => String(id)
      return connection({ type: 'Metafield', items, key, node: metafieldObject }, args)
    },
  }
}

/** Null: unknown, or of another shop. */
export function findSubscription(context: ApiContext, id: unknown): ApiObject | null {
  context.app.settleCharges()
  const wanted = idIn('AppSubscription', id)
  const found = context.shop.installation?.subscriptions.find((one) => one.id === wanted)
  return found ? subscriptionObject(found) : null
}

/** Null: unknown, or of another shop. */
export function findPurchase(context: ApiContext, id: unknown): ApiObject | null {
  context.app.settleCharges()
  const wanted = idIn('AppPurchaseOneTime', id)
  const found = context.shop.installation?.purchases.find((one) => one.id === wanted)
  return found ? purchaseObject(found) : null
}

const scopeObject = (handle: string): ApiObject => ({
  __typename: 'AccessScope',
  handle,
  description: `Access to ${handle.replaceAll('_', ' ')}`,
})

const moneyObject = ({ amount, currencyCode }: Money) => money(amount, currencyCode)

export function subscriptionObject(subscription: Subscription): ApiObject {
  const { id, price, cappedAmount, interval, terms, planHandle } = subscription
  const plans = [
    price && {
      __typename: 'AppRecurringPricing',
      interval,
      price: moneyObject(price),
      discount: null,
      planHandle,
    },
    cappedAmount && {
      __typename: 'AppUsagePricing',
      interval,
      cappedAmount: moneyObject(cappedAmount),
      balanceUsed: money('0.00', cappedAmount.currencyCode),
      terms,
    },
  ].filter((plan) => plan !== null)
  return {
    __typename: 'AppSubscription',
    id: gid('AppSubscription', id),
    name: subscription.name,
    status: subscription.status,
    test: subscription.isTest,
    trialDays: subscription.trialDays,
    returnUrl: subscription.returnUrl,
    createdAt: iso(subscription.createdAt),
    currentPeriodEnd: iso(subscription.status === 'ACTIVE' ? subscription.currentPeriodEnd : null),
    lineItems: plans.map((pricingDetails, index) => ({
      __typename: 'AppSubscriptionLineItem',
      id: `${gid('AppSubscriptionLineItem', id)}?v=1&index=${String(index)}`,
      plan: { __typename: 'AppPlanV2', pricingDetails },
    })),
  }
}

export const purchaseObject = (purchase: Purchase): ApiObject => ({
  __typename: 'AppPurchaseOneTime',
  id: gid('AppPurchaseOneTime', purchase.id),
  name: purchase.name,
  price: moneyObject(purchase.price),
  status: purchase.status,
  test: purchase.isTest,
  createdAt: iso(purchase.createdAt),
})

export const metafieldObject = (metafield: Metafield): ApiObject => ({
  __typename: 'Metafield',
  id: gid('Metafield', metafield.id),
  legacyResourceId: String(metafield.id),
  namespace: metafield.namespace,
  key: metafield.key,
  type: metafield.type,
  value: metafield.value,
  jsonValue: metafield.value,
  ownerType: 'API_PERMISSION',
  createdAt: iso(metafield.createdAt),
  updatedAt: iso(metafield.updatedAt),
})

export function webPixelObject({ shop }: ApiContext): ApiObject | null {
  const pixel = shop.installation?.webPixel
  if (!pixel) return null
  return { __typename: 'WebPixel', id: gid('WebPixel', pixel.id), settings: pixel.settings }
}
