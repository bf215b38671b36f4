/** A browser subscribes to a site's messages. */
import { ECDH, randomBytes, randomUUID } from 'node:crypto'
import { isIP } from 'node:net'
import { and, eq } from 'drizzle-orm'
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
import { requireOffered } from './subscribing/offered-kinds.server.ts'
import { isPushService, serviceOf } from './push-services.ts'
import { noteServices } from './service-rows.server.ts'
import { findPushSite } from './site-settings.server.ts'
import { recordSubscriber } from './subscriber-events.server.ts'
import { createPushToken } from './tokens.server.ts'
import { addWatch } from './requests/watches.server.ts'

/** Facts of the request, which the body can't set. */
export type Subscriber = {
  /** ISO 3166-1 alpha-2; empty: unknown. */
  country: string
}

/**
 * Stores what a page sent after the visitor agreed. A browser that is subscribed already keeps its
 * subscription and kinds, with the new kinds and keys as well.
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

  const { service, ...stored } = await db.asTeam(site, async (tx) => {
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
    await requireOffered(tx, site, { kinds: given.kinds, had: known?.kinds ?? [] })
    const rowFor = (before: Known | undefined): Row => ({
      keyId,
      address: sealAddress(security.secrets, before?.uuid ?? uuid, {
        ...given,
        endpoint: place.endpoint,
      }),
      service: serviceOf(place.host),
      kinds: pushKinds.filter(
        (kind) => given.kinds.includes(kind) || before?.kinds.includes(kind) === true,
      ),
      ...consentOf(given, { before, at }),
      language: given.language,
      timeZone: given.timeZone,
      country: country === '' ? null : country,
      lastVisitAt: at,
      ...(visitor === null ? {} : { visitor }),
    })
    const {
      id,
      uuid: stored,
      kinds,
      isNew,
    } = known
      ? await change(tx, known, rowFor(known))
      : await insert(tx, site, { rowFor, uuid, endpointHash, given, at })
    if (given.request) {
      const watch: PushWatch = given.request
      const asked = { subscriptionId: id, watch, words: given.consent.wording, at }
      await addWatch(tx, site, asked)
    }
    if (isNew) {
      await countDay(tx, site, { at, subscribed: 1 })
      await recordSubscriber(tx, site, { type: 'push.subscribed', uuid, kinds, at })
    }
    const token = createPushToken(security.secrets, { subscription: stored, send: null })
    return { answer: { id: stored, token, kinds }, isNew, service: serviceOf(place.host) }
  })
  await noteServices(db.system, [service], now())
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

export async function visitorKeyOf(
  { now, security }: Pick<Services, 'now' | 'security'>,
  site: Pick<SiteScope, 'siteUuid'>,
  consentId: string,
): Promise<Buffer> {
  const facts = { siteUuid: site.siteUuid, consentId, address: '', userAgent: '', at: now() }
  return Buffer.from(await security.visitorKeys.of(facts))
}

type Known = { id: number; uuid: string; kinds: PushKind[] }

async function lockByEndpoint(
  tx: Queries,
  site: SiteScope,
  endpointHash: Buffer,
): Promise<Known | undefined> {
  const [row] = await tx
    .select({
      id: pushSubscriptions.id,
      uuid: pushSubscriptions.uuid,
      kinds: pushSubscriptions.kinds,
    })
    .from(pushSubscriptions)
    .where(and(inSite(pushSubscriptions, site), eq(pushSubscriptions.endpointHash, endpointHash)))
    .for('no key update')
  return row
}

type Row = Pick<
  typeof pushSubscriptions.$inferInsert,
  'keyId' | 'address' | 'service' | 'kinds' | 'language' | 'timeZone' | 'country' | 'lastVisitAt'
> &
  Partial<Pick<typeof pushSubscriptions.$inferInsert, ConsentColumn | 'visitor'>>

type ConsentColumn = 'consentWords' | 'consentAt' | 'consentPage' | 'cartWords' | 'cartAt'

/** Requests have their words with them, and so have reminders about the cart: the others stay. */
const consentOf = (
  { kinds, request, consent, page }: SubscribeInput,
  { before, at }: { before: Known | undefined; at: Date },
) => {
  const isForCart = kinds.length === 1 && kinds[0] === 'abandoned_cart'
  return {
    ...(before && (request || isForCart)
      ? {}
      : { consentWords: consent.wording, consentAt: at, consentPage: page }),
    ...(isForCart ? { cartWords: consent.wording, cartAt: at } : {}),
  }
}

type Stored = Known & { isNew: boolean }

async function change(tx: Queries, { id, uuid }: Known, row: Row): Promise<Stored> {
  await tx.update(pushSubscriptions).set(row).where(eq(pushSubscriptions.id, id))
  return { id, uuid, kinds: row.kinds, isNew: false }
}

type New = {
  rowFor: (before: Known | undefined) => Row
  uuid: string
  endpointHash: Buffer
  given: SubscribeInput
  at: Date
}

async function insert(
  tx: Queries,
  site: SiteScope,
  { rowFor, uuid, endpointHash, given: { consent, page, product }, at }: New,
): Promise<Stored> {
  const { teamId, siteId } = site
  const row = rowFor(undefined)
  const [made] = await tx
    .insert(pushSubscriptions)
    .values({
      consentWords: consent.wording,
      consentAt: at,
      consentPage: page,
      ...row,
      uuid,
      endpointHash,
      teamId,
      siteId,
      pages: [page],
      products: product === undefined ? [] : [product],
      draw: randomBytes(16),
      createdAt: at,
    })
    .onConflictDoNothing({ target: [pushSubscriptions.siteId, pushSubscriptions.endpointHash] })
    .returning({ id: pushSubscriptions.id })
  if (made) return { id: made.id, uuid, kinds: row.kinds, isNew: true }
  // Another tab of the browser subscribed in the same moment.
  const known = await lockByEndpoint(tx, site, endpointHash)
  if (!known) throw new Refusal('conflict', 'Send this again in a moment.')
  return change(tx, known, rowFor(known))
}
