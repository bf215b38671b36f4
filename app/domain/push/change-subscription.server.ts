/** Changes by a subscriber, with the token of the subscription. */
import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import {
  maxVisited,
  pushKinds,
  subscriptionChange,
  type PushKind,
  type SubscriptionAnswer,
  type SubscriptionChange,
} from '#app/contract/push.ts'
import type { Queries } from '#app/db/db.ts'
import { pushMessages, pushSends, pushSubscriptions, pushWatches } from '#app/db/schema/push.ts'
import { Refusal, refuseField, refuseFields } from '#app/lib/errors.ts'
import { dayMillis } from '#app/lib/time.ts'
import { validateInput } from '#app/lib/web/forms.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import { inSite } from '#app/domain/scope-conditions.server.ts'
import type { Services } from '#app/services.ts'
import { countDay, countEvents } from './counts.server.ts'
import { findPushSite } from './site-settings.server.ts'
import { recordSubscriber } from './subscriber-events.server.ts'
import {
  hashOfEndpoint,
  requireKey,
  requirePoint,
  sealAddress,
  validateEndpoint,
} from './subscribe.server.ts'
import { readPushToken } from './tokens.server.ts'
import { addWatch, listWatches, removeWatch, setCart } from './watches.server.ts'

/** Goals that count towards a message are reached within this time after it. */
const conversionDays = 7

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
  return services.db.asTeam(site, async (tx) => {
    const subscription = await lockSubscription(tx, site, id)
    return applyChange(tx, services, { site, subscription, change })
  })
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
  tx: Queries,
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
    case 'replace':
      await replaceEndpoint(tx, services, { site, subscription, change })
      break
    case 'watch': {
      const { request: watch, consent } = change
      await addWatch(tx, site, { subscriptionId: id, watch, words: consent.wording, at })
      return addKind(tx, subscription, watch.kind)
    }
    case 'unwatch':
      await removeWatch(tx, id, change.request)
      break
    case 'visit':
      await storeVisit(tx, subscription, { change, at })
      break
    case 'cart':
      if (!subscription.kinds.includes('abandoned_cart')) {
        throw refuseField('do', 'This subscriber didn’t agree to reminders about their cart.')
      }
      await setCart(tx, site, {
        subscriptionId: id,
        products: change.products,
        page: change.page,
        at,
      })
      break
    case 'reached':
      await countReached(tx, subscription, at)
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
  const agreed = isWider && consent ? { consentWords: consent.wording, consentAt: at } : {}
  await tx
    .update(pushSubscriptions)
    .set({ kinds, ...agreed })
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

type Replaced = Applied & { change: Extract<SubscriptionChange, { do: 'replace' }> }

async function replaceEndpoint(
  tx: Queries,
  { config, security }: Services,
  { site, subscription: { id, uuid }, change }: Replaced,
): Promise<void> {
  const { delivery } = await findPushSite(tx, site)
  const { endpoint, host } = validateEndpoint(change.endpoint, {
    extra: delivery.extraServices,
    double: config.pushService,
  })
  requirePoint(change.keys.p256dh)
  const keyId = await requireKey(tx, site, change.key)
  const endpointHash = hashOfEndpoint(security.secrets, site, endpoint)
  // The browser subscribed again before its worker reported the change.
  await tx
    .delete(pushSubscriptions)
    .where(
      and(
        inSite(pushSubscriptions, site),
        eq(pushSubscriptions.endpointHash, endpointHash),
        sql`${pushSubscriptions.id} <> ${id}`,
      ),
    )
  const address = sealAddress(security.secrets, uuid, { endpoint, keys: change.keys })
  await tx
    .update(pushSubscriptions)
    .set({ keyId, endpointHash, address, service: host })
    .where(eq(pushSubscriptions.id, id))
  // Waiting messages go to the new service.
  await tx
    .update(pushSends)
    .set({ service: host })
    .where(and(eq(pushSends.subscriptionId, id), eq(pushSends.state, 'waiting')))
}

type Visit = { change: Extract<SubscriptionChange, { do: 'visit' }>; at: Date }

async function storeVisit(
  tx: Queries,
  { id, pages, products }: Subscription,
  { change: { page, product, timeZone, language }, at }: Visit,
): Promise<void> {
  await tx
    .update(pushSubscriptions)
    .set({
      lastVisitAt: at,
      pages: latestFirst(page, pages),
      ...(product === undefined ? {} : { products: latestFirst(product, products) }),
      ...(timeZone === undefined ? {} : { timeZone }),
      ...(language === undefined ? {} : { language }),
    })
    .where(eq(pushSubscriptions.id, id))
}

const latestFirst = (one: string, before: readonly string[]) =>
  [one, ...before.filter((other) => other !== one)].slice(0, maxVisited)

/**
 * Counts once for each message of the last week. A campaign and its holdout group are counted by the same
 * rule: from the moment that was chosen for the subscriber on, whether the message was sent then, later or
 * not at all. Otherwise only the group without the campaign could reach goals while others still wait.
 */
async function countReached(tx: Queries, { id }: Subscription, at: Date): Promise<void> {
  const since = new Date(at.getTime() - conversionDays * dayMillis).toISOString()
  const now = at.toISOString()
  // The moment that was chosen: `due_at` moves with each try.
  const chosen = sql`${pushSends.expiresAt} - ${pushMessages.hours} * interval '1 hour'`
  const recent = tx
    .select({ id: pushSends.id })
    .from(pushSends)
    .innerJoin(pushMessages, eq(pushMessages.id, pushSends.messageId))
    .where(
      and(
        eq(pushSends.subscriptionId, id),
        isNull(pushSends.convertedAt),
        sql`case when ${pushMessages.kind} = 'news'
          then ${chosen} between ${since}::timestamptz and ${now}::timestamptz
          else ${pushSends.state} = 'accepted' and ${pushSends.acceptedAt} >= ${since}::timestamptz
        end`,
      ),
    )
  const counted = await tx
    .update(pushSends)
    .set({ convertedAt: at })
    .where(inArray(pushSends.id, recent))
    .returning({
      teamId: pushSends.teamId,
      siteId: pushSends.siteId,
      messageId: pushSends.messageId,
      variant: pushSends.variant,
    })
  await countEvents(
    tx,
    counted.map((one) => ({ ...one, column: 'converted' as const })),
    at,
  )
}

type Removal = { ids: readonly number[]; reason: 'visitor' | 'gone' | 'owner'; at: Date }

/**
 * Deletes them with all they have, and counts that they left.
 *
 * @param site theirs
 * @returns how many there were
 */
export async function removeSubscriptions(
  tx: Queries,
  site: Pick<SiteScope, 'teamId' | 'siteId'>,
  { ids, reason, at }: Removal,
): Promise<number> {
  if (ids.length === 0) return 0
  const gone = await tx
    .delete(pushSubscriptions)
    .where(sql`${pushSubscriptions.id} = any(${sql.param([...ids])}::bigint[])`)
    .returning({ uuid: pushSubscriptions.uuid, kinds: pushSubscriptions.kinds })
  const column = reason === 'gone' ? 'gone' : 'unsubscribed'
  await countDay(tx, site, { at, [column]: gone.length })
  for (const { uuid, kinds } of gone) {
    await recordSubscriber(tx, site, { type: 'push.unsubscribed', uuid, kinds, reason, at })
  }
  return gone.length
}
