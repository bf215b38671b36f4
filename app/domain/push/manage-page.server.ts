/** The page on which a subscriber sees why a message came, and changes or ends what they get. */
import { and, eq, sql } from 'drizzle-orm'
import { fullOptions, type NudgeLanguage } from '#app/contract/site-options.ts'
import { pushKinds, type PushKind, type PushWatch } from '#app/contract/push.ts'
import { sites } from '#app/db/schema/ground.ts'
import { products } from '#app/db/schema/products.ts'
import { pushSends, pushSubscriptions, type SentMessage } from '#app/db/schema/push.ts'
import { findSiteScope } from '#app/domain/find-scope.server.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import { inSite } from '#app/domain/scope-conditions.server.ts'
import type { Services } from '#app/services.ts'
import {
  chooseKinds,
  lockSubscription,
  removeSubscriptions,
  unknownSubscription,
} from './change-subscription.server.ts'
import { readPushToken } from './tokens.server.ts'
import { listWatches } from './watches.server.ts'

export type ManagePage = {
  site: { name: string; url: string; language: NudgeLanguage }
  /** Kinds that the subscriber gets, and what they wait for. */
  kinds: { kind: PushKind; isOn: boolean; requests: NamedRequest[] }[]
  /** The words they agreed to last. */
  consent: { words: string; at: Date }
  /** The message whose link was opened. Null: the link of the subscription itself. */
  message: (SentMessage & { sentAt: Date }) | null
}

/** A request, and the name of its product where it is known. */
type NamedRequest = PushWatch & { name: string | null }

/** Null for a token that isn't one, or whose subscription ended. */
export async function readManagePage(
  services: Services,
  token: string,
): Promise<ManagePage | null> {
  const found = await findByToken(services, token)
  if (!found) return null
  const { site, uuid, send } = found
  return services.db.asTeam(site, async (tx) => {
    const [row] = await tx
      .select({
        id: pushSubscriptions.id,
        kinds: pushSubscriptions.kinds,
        words: pushSubscriptions.consentWords,
        consentAt: pushSubscriptions.consentAt,
        name: sites.name,
        url: sites.url,
        options: sites.options,
      })
      .from(pushSubscriptions)
      .innerJoin(sites, eq(sites.id, pushSubscriptions.siteId))
      .where(and(inSite(pushSubscriptions, site), eq(pushSubscriptions.uuid, uuid)))
    if (!row) return null
    const watches = await listWatches(tx, row.id)
    const ids = watches.flatMap((watch) => ('product' in watch ? [watch.product] : []))
    const titles = await tx
      .select({ id: products.externalId, title: products.title })
      .from(products)
      .where(
        and(inSite(products, site), sql`${products.externalId} = any(${sql.param(ids)}::text[])`),
      )
    const titleOf = (watch: PushWatch) =>
      'product' in watch ? (titles.find(({ id }) => id === watch.product)?.title ?? null) : null
    const requestsOf = (kind: PushKind): NamedRequest[] =>
      watches
        .filter((watch) => watch.kind === kind)
        .map((watch) => ({ ...watch, name: titleOf(watch) }))
    const [message] =
      send === null
        ? []
        : await tx
            .select({
              shown: pushSends.shown,
              sentAt: pushSends.acceptedAt,
              at: pushSends.createdAt,
            })
            .from(pushSends)
            .where(and(eq(pushSends.id, send), eq(pushSends.subscriptionId, row.id)))
    return {
      site: { name: row.name, url: row.url, language: fullOptions(row.options).language },
      kinds: pushKinds.map((kind) => ({
        kind,
        isOn: row.kinds.includes(kind),
        requests: requestsOf(kind),
      })),
      consent: { words: row.words, at: row.consentAt },
      message: message?.shown ? { ...message.shown, sentAt: message.sentAt ?? message.at } : null,
    }
  })
}

/**
 * Keeps these kinds and turns the others off. A kind can't be turned on here: its words weren't shown.
 *
 * @throws Refusal `not_found`
 */
export async function changeByToken(
  services: Services,
  token: string,
  kinds: readonly PushKind[],
): Promise<void> {
  const { site, uuid } = await requireByToken(services, token)
  const at = services.now()
  await services.db.asTeam(site, async (tx) => {
    const subscription = await lockSubscription(tx, site, uuid)
    const kept = subscription.kinds.filter((kind) => kinds.includes(kind))
    await chooseKinds(tx, site, { subscription, kinds: kept, consent: undefined, at })
  })
}

/** Deletes the subscription and all it has. @throws Refusal `not_found` */
export async function unsubscribeByToken(services: Services, token: string): Promise<void> {
  const { site, uuid } = await requireByToken(services, token)
  const at = services.now()
  await services.db.asTeam(site, async (tx) => {
    const { id } = await lockSubscription(tx, site, uuid)
    await removeSubscriptions(tx, site, { ids: [id], reason: 'visitor', at })
  })
}

type Found = { site: SiteScope; uuid: string; send: number | null }

async function findByToken({ db, security }: Services, token: string): Promise<Found | null> {
  const read = readPushToken(security.secrets, token)
  if (!read) return null
  const [row] = await db.system
    .select({ siteId: pushSubscriptions.siteId })
    .from(pushSubscriptions)
    .where(eq(pushSubscriptions.uuid, read.subscription))
  const site = row ? await findSiteScope(db.system, row.siteId) : null
  return site ? { site, uuid: read.subscription, send: read.send } : null
}

async function requireByToken(services: Services, token: string): Promise<Found> {
  const found = await findByToken(services, token)
  if (!found) throw unknownSubscription()
  return found
}
