/**
 * Logins that cover several accounts: an agency manages many locations, organizations or audiences, and
 * the site belongs to one. Until it is chosen, the connection is pending and keeps what was approved.
 */
import type { SiteScope } from '#app/domain/scope.ts'
import type {
  AnyIntegration,
  Caller,
  Grant,
  OfferedAccount,
} from '#app/integrations/integration.ts'
import { onlyByApproval } from '#app/integrations/kit/oauth.ts'
import { BadRecord, ConnectionLost } from '#app/lib/web/provider-errors.ts'
import type { Services } from '#app/services.ts'
import { activate, removeBegun } from './activate-connection.server.ts'
import { callerOf } from './caller.server.ts'
import { findConnection, type Connection } from './connection.server.ts'
import { changeCredentials, storedToken } from './credentials.server.ts'
import { findSiteConnection } from './manage-connections.server.ts'
import { NothingToConnect, reportFailure } from './oauth-failure.server.ts'
import type { FaultyApproval } from './oauth-faults.ts'

type Settings = Record<string, unknown>

/** The settings by their shape. @throws BadRecord */
export function readGranted({ settings }: AnyIntegration, found: Settings): Settings {
  const read = settings.safeParse(found)
  if (!read.success) throw new BadRecord('The account can’t be read from the approval.')
  return read.data
}

/**
 * The settings with the account in them, when there is no choice: the only one, or the one that is
 * connected again. Null: the person has to choose.
 *
 * @param caller with the settings that the approval itself names
 * @throws NothingToConnect, and as `choice.list`
 */
export async function chosenSettings(
  { choice }: AnyIntegration,
  caller: Caller,
  reconnected: Connection | null,
): Promise<Settings | null> {
  const { settings } = caller
  if (!choice) return settings
  const offered = await choice.list(caller)
  const [only, ...others] = offered
  if (!only) throw new NothingToConnect()
  const earlier = reconnected?.credentials.settings[choice.field]
  if (offered.some(({ id }) => id === earlier)) return { ...settings, [choice.field]: earlier }
  return others.length === 0 ? { ...settings, [choice.field]: only.id } : null
}

/** Keeps what was approved, sealed, until an account is chosen or the sweep removes the connection. */
export async function keepForChoice(
  { db, security: { secrets } }: Services,
  begun: Connection,
  { settings, grant }: { settings: Settings; grant: Grant },
): Promise<void> {
  const { accessToken: token, expiresAt, refreshToken } = grant
  await db.transaction((tx) =>
    changeCredentials({ tx, secrets }, begun, {
      columns: {},
      change: (current) => ({
        ...current,
        settings,
        token: storedToken({ token, expiresAt }),
        grant: { refreshToken },
      }),
    }),
  )
}

type Chooser = {
  integration: AnyIntegration
  /** The pending connection's uuid. */
  uuid: string
  /** Who approved it: the accounts are theirs. */
  userId: number
}

export type OfferedChoice = {
  noun: string
  accounts: readonly OfferedAccount[]
}

type Offered = { ok: true; choice: OfferedChoice } | FaultyApproval

/** The accounts that can be chosen, as the service lists them now. */
export async function listChoice(
  services: Services,
  site: SiteScope,
  chooser: Chooser,
): Promise<Offered> {
  const waiting = await findWaiting(services, site, chooser)
  if (!waiting) return { ok: false, fault: 'chosen' }
  const { connection, choice } = waiting
  try {
    const accounts = await choice.list(callerOf(services, connection))
    return { ok: true, choice: { noun: choice.noun, accounts } }
  } catch (failure) {
    return reportFailure(services, chooser.integration, failure)
  }
}

/**
 * Connects the chosen account.
 *
 * @param chosen an ID of `listChoice`
 */
export async function chooseAccount(
  services: Services,
  site: SiteScope,
  { chosen, ...chooser }: Chooser & { chosen: string },
): Promise<{ ok: true; uuid: string } | FaultyApproval> {
  const { integration } = chooser
  const waiting = await findWaiting(services, site, chooser)
  if (!waiting) return { ok: false, fault: 'chosen' }
  const { connection, choice } = waiting
  try {
    // The form sends only an id, so check that the login covers the account.
    const offered = await choice.list(callerOf(services, connection))
    if (!offered.some(({ id }) => id === chosen)) return { ok: false, fault: 'notOffered' }
    const uuid = await activate(services, connection, {
      settings: readGranted(integration, {
        ...connection.credentials.settings,
        [choice.field]: chosen,
      }),
      grant: await grantOf(services, connection),
    })
    return { ok: true, uuid }
  } catch (failure) {
    if (failure instanceof ConnectionLost) await removeBegun(services, connection)
    return reportFailure(services, integration, failure)
  }
}

/** Null: it was chosen, removed, or is another person's. */
async function findWaiting(
  services: Services,
  site: SiteScope,
  { integration, uuid, userId }: Chooser,
) {
  const connection = await findSiteConnection(services, site, uuid)
  const { choice } = integration
  const isWaiting =
    connection?.state === 'pending' &&
    connection.integration.name === integration.name &&
    connection.connectedBy === userId &&
    connection.credentials.grant !== null
  return isWaiting && choice ? { connection, choice } : null
}

/** As it is now: the list may have needed a new token. */
async function grantOf(services: Services, { id }: Connection): Promise<Grant> {
  const connection = await findConnection(services, id)
  const { token, grant } = connection?.credentials ?? {}
  if (!connection || !token || !grant) return onlyByApproval()
  return {
    accessToken: token.token,
    refreshToken: grant.refreshToken,
    expiresAt: token.expiresAt === null ? null : new Date(token.expiresAt),
    answer: {},
  }
}
