/** The page on which a subscriber sees why a message came, and changes or ends what they get. */
import { and, eq, sql } from 'drizzle-orm'
import { fullOptions, type NudgeLanguage } from '#app/contract/site-options.ts'
import { pushKinds, type PushKind, type PushWatch } from '#app/contract/push.ts'
import { sites } from '#app/db/schema/ground.ts'
import { products } from '#app/db/schema/products.ts'
import { pushSends, pushSubscriptions, type SentMessage } from '#app/db/schema/push.ts'
import { findSiteScope } from '#app/domain/find-scope.server.ts'
import { languageOfTag } from '#app/domain/wording/language-of-tag.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import { inSite } from '#app/domain/scope-conditions.server.ts'
import type { Services } from '#app/services.ts'
import { chooseKinds, lockSubscription, unknownSubscription } from './change-subscription.server.ts'
import { removeSubscriptions } from './subscribing/remove-subscriptions.server.ts'
import { readPushToken } from './tokens.server.ts'
import { listRequests, removeRequests } from './requests/watches.server.ts'

export type ManagePage = {
  /** The language is the subscriber’s where we have it, otherwise the site’s. */
  site: { name: string; url: string; language: NudgeLanguage }
  /** Kinds that the subscriber gets, and what they wait for. */
  kinds: { kind: PushKind; isOn: boolean; requests: NamedRequest[] }[]
  /** The words they agreed to last. */
  consent: { words: string; at: Date }
  /** The words of the consent to reminders about the cart. Null: none. */
  cartConsent: { words: string; at: Date } | null
  /** The message whose link was opened. Null: the link of the subscription itself. */
  message: (SentMessage & { sentAt: Date }) | null
}

/** A request, and the name of its product or its order’s number. Null: the product has no name any more. */
export type NamedRequest = { id: number; name: string | null }

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
        cartWords: pushSubscriptions.cartWords,
        cartAt: pushSubscriptions.cartAt,
        spoken: pushSubscriptions.language,
        name: sites.name,
        url: sites.url,
        options: sites.options,
      })
      .from(pushSubscriptions)
      .innerJoin(sites, eq(sites.id, pushSubscriptions.siteId))
      .where(and(inSite(pushSubscriptions, site), eq(pushSubscriptions.uuid, uuid)))
    if (!row) return null
    const listed = await listRequests(tx, row.id)
    const ids = listed.flatMap(({ watch }) => ('product' in watch ? [watch.product] : []))
    const titles = await tx
      .select({ id: products.externalId, title: products.title })
      .from(products)
      .where(
        and(inSite(products, site), sql`${products.externalId} = any(${sql.param(ids)}::text[])`),
      )
    const nameOf = (watch: PushWatch) =>
      'product' in watch
        ? (titles.find(({ id }) => id === watch.product)?.title ?? null)
        : watch.order
    const requestsOf = (kind: PushKind): NamedRequest[] =>
      listed
        .filter(({ watch }) => watch.kind === kind)
        .map(({ id, watch }) => ({ id, name: nameOf(watch) }))
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
      site: {
        name: row.name,
        url: row.url,
        language: languageOfTag(row.spoken) ?? fullOptions(row.options).language,
      },
      kinds: pushKinds.map((kind) => ({
        kind,
        isOn: row.kinds.includes(kind),
        requests: requestsOf(kind),
      })),
      consent: { words: row.words, at: row.consentAt },
      cartConsent:
        row.cartWords === null || row.cartAt === null
          ? null
          : { words: row.cartWords, at: row.cartAt },
      message: message?.shown ? { ...message.shown, sentAt: message.sentAt ?? message.at } : null,
    }
  })
}

type Kept = {
  kinds: readonly PushKind[]
  /** Ids of requests that end. */
  ended: readonly number[]
}

/**
 * Keeps these kinds and turns the others off. A kind can't be turned on here: its words weren't shown.
 *
 * @throws Refusal `not_found`
 */
export async function changeByToken(
  services: Services,
  token: string,
  { kinds, ended }: Kept,
): Promise<void> {
  const { site, uuid } = await requireByToken(services, token)
  const at = services.now()
  await services.db.asTeam(site, async (tx) => {
    const subscription = await lockSubscription(tx, site, uuid)
    const kept = subscription.kinds.filter((kind) => kinds.includes(kind))
    await removeRequests(tx, subscription.id, ended)
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
