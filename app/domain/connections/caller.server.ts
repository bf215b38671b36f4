/** What an integration may use during one call: its settings, a guarded client, a token. */
import { and, eq, isNull, lt, or } from 'drizzle-orm'
import { connections } from '#app/db/schema/index.ts'
import type { Caller, MadeToken } from '#app/integrations/integration.ts'
import { createSingleFlight, type SingleFlight } from '#app/lib/async/single-flight.ts'
import { minuteMillis, secondMillis } from '#app/lib/time.ts'
import { ConnectionLost, TryLater } from '#app/lib/web/provider-errors.ts'
import type { Services } from '#app/services.ts'
import { findConnection, type Connection } from './connection.server.ts'
import { sealCredentials } from './credentials.server.ts'

/** The address for deliveries. */
export const hookUrlOf = (
  { config: { appUrl } }: Pick<Services, 'config'>,
  { integration, credentials }: Pick<Connection, 'integration' | 'credentials'>,
): string => `${appUrl}/hooks/${integration.name}/${credentials.hookToken}`

/**
 * @param tried settings instead of the stored ones, before they are stored. A token that was made with the
 *   stored ones says nothing about them, so each caller makes its own and none is kept
 */
export function callerOf(
  services: Services,
  connection: Connection,
  tried?: Record<string, unknown>,
): Caller {
  const { integration, credentials } = connection
  const { config, net, now } = services
  let triedToken: Promise<MadeToken> | undefined
  return {
    settings: tried ?? credentials.settings,
    http: net.providers({
      key: `${integration.name}:${connection.uuid}`,
      budget: integration.budget,
    }),
    now: now(),
    hookUrl: hookUrlOf(services, connection),
    hookSecret: credentials.hookSecret,
    subscription: credentials.subscription,
    origin: (origin) => config.integrationOrigins.get(origin) ?? origin,
    token: async (make) => {
      if (!tried) return validToken(services, connection, make)
      triedToken ??= make()
      return (await triedToken).token
    },
    app: null,
  }
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

async function validToken(
  services: Services,
  connection: Connection,
  make: () => Promise<MadeToken>,
): Promise<string> {
  const { token } = connection.credentials
  if (token && isFresh(token.expiresAt, services)) return token.token
  return flightsOf(services)(connection.uuid, () => makeToken(services, connection, make))
}

const isFresh = (expiresAt: number, { now }: Services) =>
  expiresAt > now().getTime() + renewalMillis

/**
 * One process at a time: the row says who makes it, until when at most. No transaction stays open
 * during the call, because the embedded database has a single connection.
 *
 * @throws TryLater when another process makes it
 */
async function makeToken(
  services: Services,
  { id }: Connection,
  make: () => Promise<MadeToken>,
): Promise<string> {
  const { db, now, security } = services
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
  // Another process may just have stored one.
  const stored = await findConnection(services, id)
  if (!stored) throw new ConnectionLost('The connection was removed.')
  const { token } = stored.credentials
  if (token && isFresh(token.expiresAt, services)) return token.token
  if (claimed.length === 0) {
    throw new TryLater('The token is being made.', new Date(at.getTime() + 5 * secondMillis))
  }
  let made: MadeToken | null = null
  try {
    made = await make()
    return made.token
  } finally {
    const credentials = { ...stored.credentials, token: made && asStored(made) }
    await db.system
      .update(connections)
      .set({
        tokenStartedAt: null,
        credentials: sealCredentials(security.secrets, stored.uuid, credentials),
      })
      .where(eq(connections.id, id))
  }
}

const asStored = ({ token, expiresAt }: MadeToken) => ({ token, expiresAt: expiresAt.getTime() })
