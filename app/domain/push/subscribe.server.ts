/** A browser subscribes to a site's messages. */
import { ECDH, randomBytes, randomUUID } from 'node:crypto'
import { isIP } from 'node:net'
import { and, eq, sql } from 'drizzle-orm'
import {
  pushKinds,
  subscribeInput,
  type PushKind,
  type PushWatch,
  type SubscribeAnswer,
  type SubscribeInput,
} from '#app/contract/push.ts'
import type { Queries } from '#app/db/db.ts'
import { pushSubscriptions } from '#app/db/schema/push.ts'
import { Refusal, refuseField, refuseFields } from '#app/lib/errors.ts'
import type { Secrets } from '#app/lib/security/secrets.server.ts'
import { isPublicAddress } from '#app/lib/web/public-address.server.ts'
import { validateInput } from '#app/lib/web/forms.ts'
import { parseWebAddress } from '#app/lib/web/web-address.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import { inSite } from '#app/domain/scope-conditions.server.ts'
import type { Services } from '#app/services.ts'
import { countDay } from './counts.server.ts'
import { findKey } from './keys.server.ts'
import { isPushService } from './push-services.ts'
import { noteServices } from './service-rows.server.ts'
import { findPushSite } from './site-settings.server.ts'
import { recordSubscriber } from './subscriber-events.server.ts'
import { createPushToken } from './tokens.server.ts'
import { addWatch } from './watches.server.ts'

/** Facts of the request, which the body can't set. */
export type Subscriber = {
  /** ISO 3166-1 alpha-2; empty: unknown. */
  country: string
}

/**
 * Stores what a page sent after the visitor agreed. A browser that is subscribed already keeps its
 * subscription, with the new words, kinds and keys.
 *
 * @param input unvalidated
 * @throws Refusal `invalid` with messages by field; `not_found` when the site has no push messages
 */
export async function subscribe(
  services: Services,
  site: SiteScope,
  { input, country }: { input: unknown } & Subscriber,
): Promise<{ answer: SubscribeAnswer; isNew: boolean }> {
  const validated = validateInput(subscribeInput, input)
  if (!validated.ok) throw refuseFields(validated.errors)
  const given = withRequestedKind(validated.value)
  requirePoint(given.keys.p256dh)
  const { db, config, security, now } = services
  const visitor =
    given.visitor === undefined ? null : await visitorKeyOf(services, site, given.visitor)

  const { host, ...stored } = await db.asTeam(site, async (tx) => {
    const { delivery, key } = await findPushSite(tx, site)
    if (key === null) throw noPush()
    const place = validateEndpoint(given.endpoint, {
      extra: delivery.extraServices,
      double: config.pushService,
    })
    const keyId = await requireKey(tx, site, given.key)
    const at = now()
    const uuid = randomUUID()
    const endpointHash = hashOfEndpoint(security.secrets, site, place.endpoint)
    const known = await lockByEndpoint(tx, site, endpointHash)
    const id = known?.uuid ?? uuid
    const row = {
      keyId,
      address: sealAddress(security.secrets, id, { ...given, endpoint: place.endpoint }),
      service: place.host,
      kinds: given.kinds,
      consentWords: given.consent.wording,
      consentAt: at,
      consentPage: given.page,
      language: given.language,
      timeZone: given.timeZone,
      country: country === '' ? null : country,
      lastVisitAt: at,
      ...(visitor === null ? {} : { visitor }),
    }
    const subscriptionId = known
      ? await change(tx, known.id, row)
      : await insert(tx, site, { ...row, uuid, endpointHash, product: given.product, at })
    if (given.request) {
      const watch: PushWatch = given.request
      await addWatch(tx, site, { subscriptionId, watch, words: given.consent.wording, at })
    }
    if (!known) {
      await countDay(tx, site, { at, subscribed: 1 })
      await recordSubscriber(tx, site, { type: 'push.subscribed', uuid, kinds: given.kinds, at })
    }
    const token = createPushToken(security.secrets, { subscription: id, send: null })
    return { answer: { id, token, kinds: given.kinds }, isNew: !known, host: place.host }
  })
  await noteServices(db.system, [host], now())
  return stored
}

/** The words of a request are its consent. */
const withRequestedKind = (given: SubscribeInput): SubscribeInput => {
  const requested = given.request?.kind
  const isWanted = (kind: PushKind) => kind === requested || given.kinds.includes(kind)
  return { ...given, kinds: pushKinds.filter(isWanted) }
}

/** The name under which a subscription's address is encrypted. */
export const addressName = (uuid: string): string => `push_subscriptions:${uuid}`

export type PushAddress = { endpoint: string; keys: { p256dh: string; auth: string } }

export const sealAddress = (
  secrets: Secrets,
  uuid: string,
  { endpoint, keys }: PushAddress,
): ReturnType<Secrets['seal']> =>
  secrets.seal(JSON.stringify({ endpoint, keys }), addressName(uuid))

/** Equal for equal endpoints of one site. */
export const hashOfEndpoint = (secrets: Secrets, site: SiteScope, endpoint: string): Buffer =>
  Buffer.from(secrets.fingerprint(`${site.siteUuid} ${endpoint}`, 'push endpoint'), 'hex')

/**
 * The endpoint as it is opened, and its host. Names are checked again with each connection
 * (app/lib/web/sender/guarded-sender.server.ts).
 *
 * @param allowed further hosts, and the double on this machine
 * @throws Refusal `invalid`
 */
export function validateEndpoint(
  sent: string,
  { extra, double }: { extra: readonly string[]; double: string | undefined },
): { endpoint: string; host: string } {
  const url = parseWebAddress(sent)
  if (!url) throw refuseField('endpoint', 'Send the endpoint’s URL.')
  if (url.origin === double) return { endpoint: url.href, host: url.host }
  if (url.protocol !== 'https:') throw refuseField('endpoint', 'Endpoints start with https://.')
  const name = url.hostname.replace(/^\[(.*)\]$/, '$1')
  if (isIP(name) !== 0 && !isPublicAddress(name)) throw unknownService()
  if (!isPushService(url.host, extra)) throw unknownService()
  return { endpoint: url.href, host: url.host }
}

const unknownService = () =>
  refuseField(
    'endpoint',
    'We don’t know this push service. The owner of the site can add its host in the settings.',
  )

/** Nothing can be encrypted for bytes that aren't a point of the curve. @throws Refusal `invalid` */
export function requirePoint(p256dh: string): void {
  try {
    ECDH.convertKey(p256dh, 'prime256v1', 'base64url', 'base64url', 'compressed')
  } catch {
    throw refuseField('keys.p256dh', 'Send the key p256dh: a point on P-256.')
  }
}

/** A subscription with a key of another site, or of none, can't be sent to. @throws Refusal `invalid` */
export async function requireKey(tx: Queries, site: SiteScope, publicKey: string): Promise<number> {
  const key = await findKey(tx, site, publicKey)
  if (!key) throw refuseField('key', 'This isn’t the key of this site. Subscribe with its key.')
  return key.id
}

/** The same as for a site that doesn't exist. */
const noPush = () => new Refusal('not_found', 'This site has no push messages.')

async function visitorKeyOf(
  { now, security }: Pick<Services, 'now' | 'security'>,
  site: Pick<SiteScope, 'siteUuid'>,
  consentId: string,
): Promise<Buffer> {
  const facts = { siteUuid: site.siteUuid, consentId, address: '', userAgent: '', at: now() }
  return Buffer.from(await security.visitorKeys.of(facts))
}

async function lockByEndpoint(tx: Queries, site: SiteScope, endpointHash: Buffer) {
  const [row] = await tx
    .select({ id: pushSubscriptions.id, uuid: pushSubscriptions.uuid })
    .from(pushSubscriptions)
    .where(and(inSite(pushSubscriptions, site), eq(pushSubscriptions.endpointHash, endpointHash)))
    .for('no key update')
  return row
}

type Row = Omit<
  typeof pushSubscriptions.$inferInsert,
  'id' | 'uuid' | 'teamId' | 'siteId' | 'endpointHash' | 'pages' | 'products' | 'draw' | 'createdAt'
>

async function change(tx: Queries, id: number, row: Row): Promise<number> {
  await tx.update(pushSubscriptions).set(row).where(eq(pushSubscriptions.id, id))
  return id
}

type New = Row & {
  uuid: string
  endpointHash: Buffer
  product: SubscribeInput['product']
  at: Date
}

async function insert(
  tx: Queries,
  { teamId, siteId }: SiteScope,
  { product, at, ...row }: New,
): Promise<number> {
  const [made] = await tx
    .insert(pushSubscriptions)
    .values({
      ...row,
      teamId,
      siteId,
      pages: [row.consentPage],
      products: product === undefined ? [] : [product],
      draw: randomBytes(16),
      createdAt: at,
    })
    // The same browser sent it twice in the same moment.
    .onConflictDoUpdate({
      target: [pushSubscriptions.siteId, pushSubscriptions.endpointHash],
      set: { consentAt: sql`excluded.consent_at` },
    })
    .returning({ id: pushSubscriptions.id, uuid: pushSubscriptions.uuid })
  if (!made) throw new Error('The subscription was not stored.')
  if (made.uuid !== row.uuid) throw new Refusal('conflict', 'Send this again in a moment.')
  return made.id
}
