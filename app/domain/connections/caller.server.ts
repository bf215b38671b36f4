/** An integration's tools for one call: its settings, a guarded client, a token. */
import { and, eq, isNull, lt, or } from 'drizzle-orm'
import { isDeepStrictEqual } from 'node:util'
import { connections } from '#app/db/schema/connections.ts'
import type { AnyIntegration, Caller, MadeToken } from '#app/integrations/integration.ts'
import { refreshGrant } from '#app/integrations/kit/oauth.ts'
import { createSingleFlight, type SingleFlight } from '#app/lib/async/single-flight.ts'
import { minuteMillis, secondMillis } from '#app/lib/time.ts'
import { ConnectionLost, TryLater } from '#app/lib/web/provider-errors.ts'
import type { Services } from '#app/services.ts'
import { findConnection, type Connection } from './connection.server.ts'
import { changeCredentials, storedToken, type Credentials } from './credentials.server.ts'
import { replacingRefused } from './upkeep/refused-token.server.ts'
import { budgetKeyOf } from './upkeep/budget-key.ts'

/** The address for deliveries. */
export const hookUrlOf = (
  { config: { appUrl } }: Pick<Services, 'config'>,
  { integration, credentials }: Pick<Connection, 'integration' | 'credentials'>,
): string => `${appUrl}/hooks/${integration.name}/${credentials.hookToken}`

/** Settings that are tried before they are stored. */
export type Tried = {
  settings: Record<string, unknown>
  /** Token of an approval that isn't stored yet. */
  accessToken?: string | undefined
}

/**
 * @param tried settings instead of the stored ones. A token that was made with the stored ones says nothing
 *   about them, so each caller makes its own and none is kept. One of an approval doesn't depend on them.
 */
export function callerOf(services: Services, connection: Connection, tried?: Tried): Caller {
  const { integration, credentials } = connection
  const { config, net, now } = services
  let triedToken: Promise<MadeToken> | undefined
  let kept: { token: string; make: Make } | undefined
  const refused = new Set<string>()
  const keptToken = async (make: Make) => {
    const token = await validToken(services, connection, { make, refused })
    kept = { token, make }
    return token
  }
  const canReplace = credentials.grant === null || credentials.grant.refreshToken !== null
  const http = net.providers({
    key: budgetKeyOf(integration, connection),
    budget: integration.budget,
  })
  const caller: Caller = {
    settings: tried?.settings ?? credentials.settings,
    http: replacingRefused(http, {
      current: () => (canReplace ? kept?.token : undefined),
      async replace(token) {
        if (!kept) throw new Error('No token was given.')
        refused.add(token)
        const other = await keptToken(kept.make)
        return refused.has(other) ? null : other
      },
    }),
    now: now(),
    hookUrl: hookUrlOf(services, connection),
    hookSecret: credentials.hookSecret,
    subscription: credentials.subscription,
    origin: (origin) => config.integrationOrigins.get(origin) ?? origin,
    token: async (make) => {
      if (tried?.accessToken !== undefined) return tried.accessToken
      if (credentials.grant) return keptToken(renewalOf(integration, caller))
      if (!tried) return keptToken(make)
      triedToken ??= make()
      return (await triedToken).token
    },
    reviewsLimit: connection.reviewsLimit,
    app: config.integrationApps.get(integration.name) ?? null,
    aggregatorToken: config.aggregatorToken ?? null,
  }
  return caller
}

/** A new access token, and the refresh token that comes with it. */
type Renewed = { token: string; expiresAt: Date | null; refreshToken?: string | null }

type Make = (stored: Credentials) => Promise<Renewed>

/** Uses the refresh token that is stored when it is this process' turn: many work only once. */
const renewalOf =
  ({ oauth }: AnyIntegration, caller: Caller): Make =>
  async ({ grant }) => {
    if (!oauth || !grant?.refreshToken) {
      throw new ConnectionLost('The approval ended, and it can’t be renewed.')
    }
    const renewed = await refreshGrant(caller, oauth, grant.refreshToken)
    const { accessToken: token, expiresAt, refreshToken } = renewed
    return { token, expiresAt, refreshToken: refreshToken ?? grant.refreshToken }
  }

/** A token that ends within this time is replaced first, so that it doesn't end during a call. */
const renewalMillis = minuteMillis

/** A process that started to make one and died is given up after this. */
const leaseMillis = 30 * secondMillis

/** Tokens that are being made in this process. */
const flights = new WeakMap<Services['db'], SingleFlight>()

function flightsOf({ db }: Services): SingleFlight {
  const known = flights.get(db)
  if (known) return known
  const created = createSingleFlight()
  flights.set(db, created)
  return created
}

type Wanted = {
  make: Make
  /** Tokens that the service refused before their end. */
  refused: ReadonlySet<string>
}

async function validToken(
  services: Services,
  connection: Connection,
  wanted: Wanted,
): Promise<string> {
  const known = usableToken(services, connection, wanted)
  if (known !== null) return known
  const { token, by } = await flightsOf(services)(connection.uuid, async () => ({
    token: await makeToken(services, connection, wanted),
    by: wanted,
  }))
  // A call that didn't know of the refusal may have looked for one at the same time. Made again by this
  // one, the service gives no other.
  if (wanted.refused.has(token) && by !== wanted) throw beingMade(services)
  return token
}

/** The stored token. Null: none works any longer, as far as is known. */
function usableToken(
  { now }: Services,
  { credentials: { token } }: Connection,
  { refused }: Wanted,
): string | null {
  if (!token || refused.has(token.token)) return null
  const isFresh = token.expiresAt === null || token.expiresAt > now().getTime() + renewalMillis
  return isFresh ? token.token : null
}

const beingMade = ({ now }: Services) =>
  new TryLater('The token is being made.', new Date(now().getTime() + 5 * secondMillis))

/**
 * One process at a time: the row says who makes it, until when at most. No transaction stays open
 * during the call, because the embedded database has a single connection.
 *
 * @throws TryLater when another process makes it
 */
async function makeToken(services: Services, { id }: Connection, wanted: Wanted): Promise<string> {
  const { db, now } = services
  const at = now()
  const isFree = or(
    isNull(connections.tokenStartedAt),
    lt(connections.tokenStartedAt, new Date(at.getTime() - leaseMillis)),
  )
  const claimed = await db.system
    .update(connections)
    .set({ tokenStartedAt: at })
    .where(and(eq(connections.id, id), isFree))
    .returning({ id: connections.id })
  const release = () =>
    db.system.update(connections).set({ tokenStartedAt: null }).where(eq(connections.id, id))
  // Another process may just have stored one.
  const stored = await findConnection(services, id)
  if (!stored) throw new ConnectionLost('The connection was removed.')
  const known = usableToken(services, stored, wanted)
  if (known !== null) {
    if (claimed.length > 0) await release()
    return known
  }
  if (claimed.length === 0) throw beingMade(services)
  try {
    const made = await wanted.make(stored.credentials)
    await keepToken(services, stored, made)
    return made.token
  } catch (error) {
    await release()
    throw error
  }
}

/** Token and refresh token in one commit, unless the connection was reconnected in between. */
async function keepToken(
  { db, security: { secrets } }: Services,
  stored: Connection,
  { refreshToken, ...made }: Renewed,
): Promise<void> {
  const used = ({ grant, settings }: Credentials) => ({ grant, settings })
  await db.transaction((tx) =>
    changeCredentials({ tx, secrets }, stored, {
      columns: { tokenStartedAt: null },
      change: (current) =>
        isDeepStrictEqual(used(current), used(stored.credentials))
          ? {
              ...current,
              token: storedToken(made),
              grant: current.grant && { refreshToken: refreshToken ?? null },
            }
          : current,
    }),
  )
}
