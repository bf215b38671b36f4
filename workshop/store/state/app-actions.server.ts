/** Events of the app in a shop: installed, charged for, shown on the theme, uninstalled. */
import type { AccessTokens } from '../wire/access-tokens.server.ts'
import {
  purchasePayload,
  shopRedactPayload,
  shopPayload,
  subscriptionPayload,
} from '../wire/webhook-payloads.ts'
import type { ActionOptions } from './shop-actions.server.ts'
import type { Id, Installation, Purchase, Subscription } from './shop-state.ts'

/** As configured for the app: required ones come with the installation, others are asked for. */
export type AppScopes = { required: readonly string[]; optional: readonly string[] }

/** Hours until the platform asks to delete the data of a shop that uninstalled the app. */
const redactAfterMillis = 48 * 3_600_000

/** A charge that the owner doesn't approve in time expires. */
const approvalMillis = 48 * 3_600_000

const dayMillis = 86_400_000

const periodMillis = ({ interval }: Pick<Subscription, 'interval'>) =>
  (interval === 'ANNUAL' ? 365 : 30) * dayMillis

const paidStates: ReadonlySet<string> = new Set(['ACTIVE', 'FROZEN'])

export type AppActions = {
  /** Grants the required scopes. An existing installation stays as it is. */
  install: () => Installation
  uninstall: () => void
  /** Grants optional scopes; others are ignored. */
  grantScopes: (scopes: readonly string[]) => void
  revokeScopes: (scopes: readonly string[]) => void
  addSubscription: (details: NewSubscription) => Subscription
  addPurchase: (details: NewPurchase) => Purchase
  /** Ends the charges that no one approved in time, and charges active ones again. */
  settleCharges: () => void
  /** The owner's answer to a charge. Returns the URL to go to. */
  answerCharge: (id: Id, isApproved: boolean) => string
  /** Null: not active. */
  cancelSubscription: (id: Id) => Subscription | null
  /** As when the shop doesn't pay, and when it does again. */
  freezeSubscription: (id: Id, isFrozen: boolean) => void
  /** Switches an app embed on or off, by file name of its block. */
  setEmbed: (block: string, isOn: boolean) => void
  /** Adds an app block to the product page, unless it is there. */
  addBlock: (block: string) => void
  removeBlock: (block: string) => void
  publishTheme: () => void
}

type NewSubscription = Pick<
  Subscription,
  | 'name'
  | 'returnUrl'
  | 'isTest'
  | 'trialDays'
  | 'price'
  | 'interval'
  | 'cappedAmount'
  | 'terms'
  | 'planHandle'
>
type NewPurchase = Pick<Purchase, 'name' | 'returnUrl' | 'price' | 'isTest'>

type Options = ActionOptions & { scopes: AppScopes; tokens: () => AccessTokens }

export function createAppActions(options: Options): AppActions {
  const { shop, scopes, tokens, webhooks, clock, nextId } = options

  const installed = (): Installation => {
    if (!shop.installation) throw new Error('The app isn’t installed.')
    return shop.installation
  }
  const scopesChanged = (before: readonly string[]) => {
    const current = installed().scopes
    if (current.length === before.length) return
    const updatedAt = clock().toISOString()
    webhooks.send('app/scopes_update', {
      id: installed().id,
      previous: before,
      current,
      updated_at: updatedAt,
    })
  }
  const subscriptionChanged = (one: Subscription) =>
    webhooks.send('app_subscriptions/update', subscriptionPayload(shop, one))

  const findCharge = (id: Id): Subscription | Purchase => {
    const { subscriptions, purchases } = installed()
    const found = [...subscriptions, ...purchases].find((one) => one.id === id)
    if (!found) throw new Error(`There is no charge ${String(id)}.`)
    return found
  }
  const activate = (subscription: Subscription) => {
    for (const other of installed().subscriptions) {
      // A new subscription replaces the one before.
      if (other === subscription || !paidStates.has(other.status)) continue
      other.status = 'CANCELLED'
      subscriptionChanged(other)
    }
    const millis = subscription.trialDays * dayMillis + periodMillis(subscription)
    subscription.currentPeriodEnd = new Date(clock().getTime() + millis)
  }
  const renew = (subscription: Subscription) => {
    const { status, currentPeriodEnd } = subscription
    if (status !== 'ACTIVE' || currentPeriodEnd === null) return
    const late = clock().getTime() - currentPeriodEnd.getTime()
    if (late < 0) return
    const millis = periodMillis(subscription)
    const periods = Math.floor(late / millis) + 1
    subscription.currentPeriodEnd = new Date(currentPeriodEnd.getTime() + periods * millis)
  }
  const expire = (charge: Subscription | Purchase) => {
    const isLate = clock().getTime() - charge.createdAt.getTime() > approvalMillis
    if (charge.status === 'PENDING' && isLate) charge.status = 'EXPIRED'
  }

  return {
    install() {
      if (!shop.installation) {
        webhooks.cancel('shop/redact')
        shop.wasUninstalled = false
        shop.installation = {
          id: nextId(),
          scopes: [...scopes.required],
          subscriptions: [],
          purchases: [],
          metafields: [],
          webPixel: null,
        }
      }
      return shop.installation
    },
    uninstall() {
      if (!shop.installation) return
      for (const one of shop.installation.subscriptions) {
        if (!paidStates.has(one.status)) continue
        one.status = 'CANCELLED'
        subscriptionChanged(one)
      }
      tokens().revokeAll()
      shop.installation = null
      shop.wasUninstalled = true
      shop.theme.embeds.clear()
      shop.theme.blocks = []
      webhooks.send('app/uninstalled', shopPayload(shop))
      webhooks.send('shop/redact', shopRedactPayload(shop), redactAfterMillis)
    },
    grantScopes(wanted) {
      const before = installed().scopes
      const added = scopes.optional.filter((one) => wanted.includes(one) && !before.includes(one))
      installed().scopes = [...before, ...added]
      scopesChanged(before)
    },
    revokeScopes(unwanted) {
      const before = installed().scopes
      const isKept = (one: string) => scopes.required.includes(one) || !unwanted.includes(one)
      installed().scopes = before.filter(isKept)
      scopesChanged(before)
    },
    addSubscription(details) {
      const subscription: Subscription = {
        ...details,
        id: nextId(),
        status: 'PENDING',
        createdAt: clock(),
        currentPeriodEnd: null,
      }
      installed().subscriptions.push(subscription)
      return subscription
    },
    addPurchase(details) {
      const purchase: Purchase = {
        ...details,
        id: nextId(),
        status: 'PENDING',
        createdAt: clock(),
      }
      installed().purchases.push(purchase)
      return purchase
    },
    settleCharges() {
      const { subscriptions = [], purchases = [] } = shop.installation ?? {}
      for (const charge of [...subscriptions, ...purchases]) expire(charge)
      for (const one of subscriptions) renew(one)
    },
    answerCharge(id, isApproved) {
      const charge = findCharge(id)
      expire(charge)
      const url = new URL(charge.returnUrl)
      url.searchParams.set('charge_id', String(charge.id))
      if (charge.status !== 'PENDING') return url.href
      charge.status = isApproved ? 'ACTIVE' : 'DECLINED'
      if ('trialDays' in charge) {
        if (isApproved) activate(charge)
        subscriptionChanged(charge)
      } else webhooks.send('app_purchases_one_time/update', purchasePayload(shop, charge))
      return url.href
    },
    cancelSubscription(id) {
      const found = installed().subscriptions.find((one) => one.id === id)
      if (found?.status !== 'ACTIVE') return null
      found.status = 'CANCELLED'
      subscriptionChanged(found)
      return found
    },
    freezeSubscription(id, isFrozen) {
      const charge = findCharge(id)
      if (!('trialDays' in charge)) return
      charge.status = isFrozen ? 'FROZEN' : 'ACTIVE'
      subscriptionChanged(charge)
    },
    setEmbed(block, isOn) {
      if (isOn) shop.theme.embeds.add(block)
      else shop.theme.embeds.delete(block)
    },
    addBlock(block) {
      const { blocks } = shop.theme
      if (blocks.some(({ handle }) => handle === block)) return
      blocks.push({
        id: `${block.replaceAll('-', '_')}_${String(nextId()).slice(-6)}`,
        handle: block,
      })
    },
    removeBlock(block) {
      shop.theme.blocks = shop.theme.blocks.filter(({ handle }) => handle !== block)
    },
    publishTheme() {
      webhooks.send('themes/publish', {
        id: shop.theme.id,
        name: shop.theme.name,
        role: 'main',
        updated_at: clock().toISOString(),
      })
    },
  }
}
