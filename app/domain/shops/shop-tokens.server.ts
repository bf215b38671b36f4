/** Access tokens of shops: encrypted at rest, and refreshed before they end. */
import { and, eq, isNull, lt, or } from 'drizzle-orm'
import type { Queries } from '#app/db/db.ts'
import { shops } from '#app/db/schema/shops.ts'
import { createSingleFlight, type SingleFlight } from '#app/lib/async/single-flight.ts'
import { minuteMillis, secondMillis } from '#app/lib/time.ts'
import type { Services } from '#app/services.ts'
import { GrantEnded, ShortWait, type OfflineGrant, type Shopify } from './shopify.ts'

/** A token that ends within this time is replaced first, so that it doesn't end during a call. */
const renewalMillis = 5 * minuteMillis

/** A process that started a refresh and died is given up after this. */
const leaseMillis = 30 * secondMillis

type Moments = { accessTokenExpiresAt: Date | null; at: Date }

/** Whether the token has to be replaced before it is used. */
export const endsSoon = ({ accessTokenExpiresAt, at }: Moments): boolean =>
  accessTokenExpiresAt === null || accessTokenExpiresAt.getTime() <= at.getTime() + renewalMillis

const rowOf = (domain: string, token: 'access' | 'refresh') => `shops:${domain}:${token}`

/** Columns of `shops` for a grant. */
export function grantColumns(
  { security: { secrets } }: Pick<Services, 'security'>,
  { domain, grant, at }: { domain: string; grant: OfflineGrant; at: Date },
) {
  const after = (seconds: number) => new Date(at.getTime() + seconds * secondMillis)
  return {
    scopes: [...grant.scopes],
    accessToken: secrets.seal(grant.accessToken, rowOf(domain, 'access')),
    accessTokenExpiresAt: after(grant.expiresIn),
    refreshToken: secrets.seal(grant.refreshToken, rowOf(domain, 'refresh')),
    refreshTokenExpiresAt: after(grant.refreshTokenExpiresIn),
    refreshStartedAt: null,
    updatedAt: at,
  }
}

/** Columns of `shops` without access. */
export const noGrant = {
  accessToken: null,
  accessTokenExpiresAt: null,
  refreshToken: null,
  refreshTokenExpiresAt: null,
  refreshStartedAt: null,
} as const

/** Replaces the tokens of a shop that is installed. */
export async function storeGrant(
  queries: Queries,
  services: Pick<Services, 'security'>,
  granted: { domain: string; grant: OfflineGrant; at: Date },
): Promise<void> {
  await queries
    .update(shops)
    .set(grantColumns(services, granted))
    .where(and(eq(shops.domain, granted.domain), isNull(shops.uninstalledAt)))
}

/** Refreshes of this process, by the connection to Shopify. */
const refreshes = new WeakMap<Shopify, SingleFlight>()

function refreshesOf(shopify: Shopify): SingleFlight {
  const known = refreshes.get(shopify)
  if (known) return known
  const created = createSingleFlight()
  refreshes.set(shopify, created)
  return created
}

/**
 * A token for calls without a person: of jobs and webhooks.
 *
 * @throws GrantEnded when only a visit of the shop's staff brings a new one
 * @throws TryLater when Shopify is away, or another process refreshes the token
 */
export async function validOfflineToken(services: Services, domain: string): Promise<string> {
  const { shopify, now } = services
  const known = await readGrant(services, domain)
  if (!shopify || !known) throw new GrantEnded()
  const { accessToken, accessTokenExpiresAt } = known
  if (accessToken && !endsSoon({ accessTokenExpiresAt, at: now() }))
    return open(services, domain, accessToken)
  return refreshesOf(shopify)(domain, () => refreshGrant(services, shopify, domain))
}

type StoredGrant = {
  accessToken: Buffer | null
  accessTokenExpiresAt: Date | null
  refreshToken: Buffer | null
}

const columns = {
  accessToken: shops.accessToken,
  accessTokenExpiresAt: shops.accessTokenExpiresAt,
  refreshToken: shops.refreshToken,
}

const isInstalled = (domain: string) => and(eq(shops.domain, domain), isNull(shops.uninstalledAt))

async function readGrant({ db }: Services, domain: string): Promise<StoredGrant | null> {
  const [row] = await db.system.select(columns).from(shops).where(isInstalled(domain))
  return row ?? null
}

const open = ({ security: { secrets } }: Services, domain: string, token: Buffer) =>
  secrets.open(token, rowOf(domain, 'access'))

/**
 * One process at a time: the row says who refreshes, until when at most. No transaction stays open
 * during the call, because the embedded database has a single connection.
 */
async function refreshGrant(services: Services, shopify: Shopify, domain: string): Promise<string> {
  const { db, security, now } = services
  const at = now()
  const isFree = or(
    isNull(shops.refreshStartedAt),
    lt(shops.refreshStartedAt, new Date(at.getTime() - leaseMillis)),
  )
  const isDue = or(
    isNull(shops.accessTokenExpiresAt),
    lt(shops.accessTokenExpiresAt, new Date(at.getTime() + renewalMillis + 1)),
  )
  const [claimed] = await db.system
    .update(shops)
    .set({ refreshStartedAt: at })
    .where(and(isInstalled(domain), isFree, isDue))
    .returning(columns)
  if (!claimed) return usableToken(services, domain)

  const ofThis = and(eq(shops.domain, domain), eq(shops.refreshStartedAt, at))
  const release = (set: Partial<typeof shops.$inferInsert>) =>
    db.system.update(shops).set(set).where(ofThis)
  if (!claimed.refreshToken) {
    await release(noGrant)
    throw new GrantEnded()
  }
  try {
    const refreshToken = security.secrets.open(claimed.refreshToken, rowOf(domain, 'refresh'))
    const grant = await shopify.refresh(domain, refreshToken)
    // A visit that brought newer tokens in between cleared the mark. Then these are not stored.
    await release(grantColumns(services, { domain, grant, at: now() }))
    return grant.accessToken
  } catch (error) {
    await release(error instanceof GrantEnded ? noGrant : { refreshStartedAt: null })
    if (error instanceof GrantEnded) throw error
    const { accessToken, accessTokenExpiresAt } = claimed
    const isValid = accessTokenExpiresAt !== null && accessTokenExpiresAt > now()
    if (accessToken && isValid) return open(services, domain, accessToken)
    throw error
  }
}

/** The token that there is, while another process refreshes it or just did. */
async function usableToken(services: Services, domain: string): Promise<string> {
  const at = services.now()
  const known = await readGrant(services, domain)
  if (!known) throw new GrantEnded()
  const { accessToken, accessTokenExpiresAt } = known
  if (accessToken && accessTokenExpiresAt && accessTokenExpiresAt > at) {
    return open(services, domain, accessToken)
  }
  throw new ShortWait('The shop’s access is being refreshed.', new Date(at.getTime() + 2_000))
}

/**
 * Forgets a token that Shopify refused, unless a newer one was stored in between. The next call
 * gets another one.
 */
export async function forgetAccessToken(
  services: Services,
  domain: string,
  refused: string,
): Promise<void> {
  const known = await readGrant(services, domain)
  if (!known?.accessToken || open(services, domain, known.accessToken) !== refused) return
  await services.db.system
    .update(shops)
    .set({ accessToken: null, accessTokenExpiresAt: null })
    .where(and(eq(shops.domain, domain), eq(shops.accessToken, known.accessToken as never)))
}
