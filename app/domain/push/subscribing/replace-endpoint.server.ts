/** A subscription whose browser has another address. */
import { and, eq, sql } from 'drizzle-orm'
import { pushKinds, type PushKind, type SubscriptionChange } from '#app/contract/push.ts'
import type { Queries, Transaction } from '#app/db/db.ts'
import { pushSends, pushSubscriptions } from '#app/db/schema/push.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import { inSite } from '#app/domain/scope-conditions.server.ts'
import type { Services } from '#app/services.ts'
import { noteServices } from '../service-rows.server.ts'
import { serviceOf } from '../push-services.ts'
import { findPushSite } from '../site-settings.server.ts'
import {
  hashOfEndpoint,
  requireKey,
  requirePoint,
  sealAddress,
  validateEndpoint,
} from '../subscribe.server.ts'
import { removeSubscriptions } from './remove-subscriptions.server.ts'

type Replaced = {
  site: SiteScope
  subscription: { id: number; uuid: string; kinds: PushKind[] }
  change: Extract<SubscriptionChange, { do: 'replace' }>
}

/**
 * The browser's present address in place of the one that is stored.
 *
 * @returns the kinds that the subscription has then
 * @throws Refusal `invalid` with messages by field
 */
export async function replaceEndpoint(
  tx: Transaction,
  { config, db, now, security }: Services,
  { site, subscription: { id, uuid, kinds }, change }: Replaced,
): Promise<PushKind[]> {
  const { delivery } = await findPushSite(tx, site)
  const { endpoint, host } = validateEndpoint(change.endpoint, {
    extra: delivery.extraServices,
    double: config.pushService,
  })
  const service = serviceOf(host)
  requirePoint(change.keys.p256dh)
  const keyId = await requireKey(tx, site, change.key)
  const endpointHash = hashOfEndpoint(security.secrets, site, endpoint)
  const joined = await joinNewer(tx, site, { id, kinds, endpointHash, at: now() })
  const address = sealAddress(security.secrets, uuid, { endpoint, keys: change.keys })
  await tx
    .update(pushSubscriptions)
    .set({ keyId, endpointHash, address, service })
    .where(eq(pushSubscriptions.id, id))
  tx.afterCommit(() => noteServices(db.system, [service], now()))
  // Waiting messages go to the new service.
  await tx
    .update(pushSends)
    .set({ service })
    .where(and(eq(pushSends.subscriptionId, id), eq(pushSends.state, 'waiting')))
  return joined
}

type Joined = { id: number; kinds: PushKind[]; endpointHash: Buffer; at: Date }

/**
 * The browser subscribed again before its worker reported the change: its newer subscription ends, and its
 * kinds, words and requests go on.
 */
async function joinNewer(
  tx: Queries,
  site: SiteScope,
  { id, kinds: had, endpointHash, at }: Joined,
): Promise<PushKind[]> {
  const [newer] = await tx
    .select({
      id: pushSubscriptions.id,
      kinds: pushSubscriptions.kinds,
      consentWords: pushSubscriptions.consentWords,
      consentAt: pushSubscriptions.consentAt,
      consentPage: pushSubscriptions.consentPage,
      cartWords: pushSubscriptions.cartWords,
      cartAt: pushSubscriptions.cartAt,
      visitor: pushSubscriptions.visitor,
    })
    .from(pushSubscriptions)
    .where(
      and(
        inSite(pushSubscriptions, site),
        eq(pushSubscriptions.endpointHash, endpointHash),
        sql`${pushSubscriptions.id} <> ${id}`,
      ),
    )
    .for('update')
  if (!newer) return had
  const { id: newerId, kinds: added, cartWords, cartAt, visitor, ...agreed } = newer
  const kinds = pushKinds.filter((kind) => had.includes(kind) || added.includes(kind))
  await tx
    .update(pushSubscriptions)
    .set({
      kinds,
      ...agreed,
      ...(cartWords === null ? {} : { cartWords, cartAt }),
      ...(visitor === null ? {} : { visitor }),
    })
    .where(eq(pushSubscriptions.id, id))
  await tx.execute(sql`
    update push_watches as watch set subscription_id = ${id}
    where watch.subscription_id = ${newerId} and not exists (
      select from push_watches as known where known.subscription_id = ${id}
        and known.kind = watch.kind and known.subject = watch.subject)`)
  await removeSubscriptions(tx, site, { ids: [newerId], reason: 'visitor', at })
  return kinds
}
