/** Changes by a subscriber, with the token of the subscription. */
import { and, eq, sql } from 'drizzle-orm'
import {
  maxVisited,
  pushKinds,
  subscriptionChange,
  type PushKind,
  type SubscriptionAnswer,
  type SubscriptionChange,
} from '#app/contract/push.ts'
import type { Queries, Transaction } from '#app/db/db.ts'
import { pushSubscriptions, pushWatches } from '#app/db/schema/push.ts'
import { isUniqueViolation } from '#app/lib/database-errors.ts'
import { Refusal, refuseField, refuseFields } from '#app/lib/errors.ts'
import { validateInput } from '#app/lib/web/forms.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import { inSite } from '#app/domain/scope-conditions.server.ts'
import type { Services } from '#app/services.ts'
import { recordReached } from './measuring/conversions.server.ts'
import { visitorKeyOf } from './subscribe.server.ts'
import { requireOffered } from './subscribing/offered-kinds.server.ts'
import { removeSubscriptions } from './subscribing/remove-subscriptions.server.ts'
import { replaceEndpoint } from './subscribing/replace-endpoint.server.ts'
import { readPushToken } from './tokens.server.ts'
import { addWatch, listWatches, removeWatch, setCart } from './requests/watches.server.ts'

export type Subscription = {
  id: number
  uuid: string
  kinds: PushKind[]
  pages: string[]
  products: string[]
}

/**
 * @param id the subscription's uuid, as the address has it
 * @param input unvalidated
 * @throws Refusal `invalid` with messages by field; `not_found` for a token of another subscription or
 *   site, and for one that ended
 */
export async function changeSubscription(
  services: Services,
  site: SiteScope,
  { id, input }: { id: string; input: unknown },
): Promise<SubscriptionAnswer> {
  const validated = validateInput(subscriptionChange, input)
  if (!validated.ok) throw refuseFields(validated.errors)
  const change = validated.value
  const token = readPushToken(services.security.secrets, change.token)
  if (token?.subscription !== id) throw unknownSubscription()
  try {
    return await services.db.asTeam(site, async (tx) => {
      const subscription = await lockSubscription(tx, site, id)
      return applyChange(tx, services, { site, subscription, change })
    })
  } catch (error) {
    if (!isUniqueViolation(error, 'push_subscriptions_endpoint_key')) throw error
    // The page subscribed in the same moment in which the worker reported its new address.
    throw new Refusal('conflict', 'Send this again in a moment.')
  }
}

/** The same message for each reason, so that guessing reveals nothing. */
export const unknownSubscription = () => new Refusal('not_found', 'Subscription not found.')

/** @throws Refusal `not_found` */
export async function lockSubscription(
  tx: Queries,
  site: SiteScope,
  uuid: string,
): Promise<Subscription> {
  const [row] = await tx
    .select({
      id: pushSubscriptions.id,
      uuid: pushSubscriptions.uuid,
      kinds: pushSubscriptions.kinds,
      pages: pushSubscriptions.pages,
      products: pushSubscriptions.products,
    })
    .from(pushSubscriptions)
    .where(and(inSite(pushSubscriptions, site), eq(pushSubscriptions.uuid, uuid)))
    .for('no key update')
  if (!row) throw unknownSubscription()
  return row
}

type Applied = { site: SiteScope; subscription: Subscription; change: SubscriptionChange }

async function applyChange(
  tx: Transaction,
  services: Services,
  { site, subscription, change }: Applied,
): Promise<SubscriptionAnswer> {
  const at = services.now()
  const { id } = subscription
  switch (change.do) {
    case 'choose':
      return chooseKinds(tx, site, {
        subscription,
        kinds: change.kinds,
        consent: change.consent,
        at,
      })
    case 'replace': {
      const kinds = await replaceEndpoint(tx, services, { site, subscription, change })
      return { kinds, watches: await listWatches(tx, id) }
    }
    case 'watch': {
      const { request: watch, consent } = change
      await requireOffered(tx, site, { kinds: [watch.kind], had: subscription.kinds })
      await addWatch(tx, site, { subscriptionId: id, watch, words: consent.wording, at })
      return addKind(tx, subscription, watch.kind)
    }
    case 'unwatch':
      await removeWatch(tx, id, change.request)
      break
    case 'visit':
      await storeVisit(tx, subscription, {
        change,
        visitor:
          change.visitor === undefined ? null : await visitorKeyOf(services, site, change.visitor),
        at,
      })
      break
    case 'cart':
      return changeCart(tx, site, { subscription, change, at })
    case 'reached':
      await recordReached(tx, site, { ...change, subscriptionId: id, at })
      break
    case 'unsubscribe':
      await removeSubscriptions(tx, site, { ids: [id], reason: 'visitor', at })
      return { kinds: [], watches: [] }
  }
  return { kinds: subscription.kinds, watches: await listWatches(tx, id) }
}

type Chosen = {
  subscription: Subscription
  kinds: readonly PushKind[]
  consent: { wording: string } | undefined
  at: Date
}

/** A kind that is new needs the words of its consent. Without any kind, the subscription ends. */
export async function chooseKinds(
  tx: Queries,
  site: SiteScope,
  { subscription, kinds: wanted, consent, at }: Chosen,
): Promise<SubscriptionAnswer> {
  const { id } = subscription
  const kinds = pushKinds.filter((kind) => wanted.includes(kind))
  if (kinds.length === 0) {
    await removeSubscriptions(tx, site, { ids: [id], reason: 'visitor', at })
    return { kinds: [], watches: [] }
  }
  const isWider = kinds.some((kind) => !subscription.kinds.includes(kind))
  if (isWider && !consent) {
    throw refuseField('consent', 'Send the words that the visitor agreed to.')
  }
  if (kinds.includes('abandoned_cart') && !subscription.kinds.includes('abandoned_cart')) {
    throw refuseField('kinds', 'Send reminders about the cart with the cart.')
  }
  await requireOffered(tx, site, { kinds, had: subscription.kinds })
  const agreed = isWider && consent ? { consentWords: consent.wording, consentAt: at } : {}
  await tx
    .update(pushSubscriptions)
    .set({
      kinds,
      ...agreed,
      ...(kinds.includes('abandoned_cart') ? {} : { cartWords: null, cartAt: null }),
    })
    .where(eq(pushSubscriptions.id, id))
  const ended = pushKinds.filter((kind) => kind !== 'news' && !kinds.includes(kind))
  await tx
    .delete(pushWatches)
    .where(
      and(eq(pushWatches.subscriptionId, id), sql`${pushWatches.kind} = any(${sql.param(ended)})`),
    )
  return { kinds, watches: await listWatches(tx, id) }
}

/**
 * Adds the kind of a request. The words of the request are stored with it, so those that the subscriber agreed
 * to for other kinds stay.
 */
async function addKind(
  tx: Queries,
  { id, kinds: before }: Subscription,
  kind: PushKind,
): Promise<SubscriptionAnswer> {
  const kinds = pushKinds.filter((one) => one === kind || before.includes(one))
  await tx.update(pushSubscriptions).set({ kinds }).where(eq(pushSubscriptions.id, id))
  return { kinds, watches: await listWatches(tx, id) }
}

type CartChange = {
  subscription: Subscription
  change: Extract<SubscriptionChange, { do: 'cart' }>
  at: Date
}

/** Reminders about the cart have the words of their consent to themselves. */
async function changeCart(
  tx: Queries,
  site: SiteScope,
  { subscription, change: { products, page, consent }, at }: CartChange,
): Promise<SubscriptionAnswer> {
  const { id, kinds: had } = subscription
  if (!had.includes('abandoned_cart') && !consent) {
    throw refuseField('do', 'This subscriber didn’t agree to reminders about their cart.')
  }
  await requireOffered(tx, site, { kinds: ['abandoned_cart'], had })
  if (consent) {
    await tx
      .update(pushSubscriptions)
      .set({ cartWords: consent.wording, cartAt: at })
      .where(eq(pushSubscriptions.id, id))
  }
  await setCart(tx, site, { subscriptionId: id, products, page, at })
  return addKind(tx, subscription, 'abandoned_cart')
}

type Visit = {
  change: Extract<SubscriptionChange, { do: 'visit' }>
  /** Key of the visitor. Null: the page sent no id. */
  visitor: Buffer | null
  at: Date
}

async function storeVisit(
  tx: Queries,
  { id, pages, products }: Subscription,
  { change: { page, product, timeZone, language }, visitor, at }: Visit,
): Promise<void> {
  await tx
    .update(pushSubscriptions)
    .set({
      lastVisitAt: at,
      pages: latestFirst(page, pages),
      ...(product === undefined ? {} : { products: latestFirst(product, products) }),
      ...(timeZone === undefined ? {} : { timeZone }),
      ...(language === undefined ? {} : { language }),
      ...(visitor === null ? {} : { visitor }),
    })
    .where(eq(pushSubscriptions.id, id))
}

const latestFirst = (one: string, before: readonly string[]) =>
  [one, ...before.filter((other) => other !== one)].slice(0, maxVisited)
