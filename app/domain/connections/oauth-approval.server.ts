/**
 * Connecting by OAuth 2.0. A person is sent to the service with a state, and comes back with it and a
 * code. The state is only theirs, for one site and integration, works once and for ten minutes. A
 * person who opens a link with another person's state connects nothing.
 */
import { eq, lt } from 'drizzle-orm'
import type { Queries } from '#app/db/db.ts'
import { oauthApprovals } from '#app/db/schema/connections.ts'
import { sites } from '#app/db/schema/ground.ts'
import { requireSameProof, type AdmittedUser } from '#app/domain/accounts/lock-user.server.ts'
import { inSite } from '#app/domain/scope-conditions.server.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import { readEntitlements } from '#app/domain/plans/team-plan.server.ts'
import type { AnyIntegration, App, OAuth } from '#app/integrations/integration.ts'
import { approvalAddress, exchangeCode, newVerifier } from '#app/integrations/kit/oauth.ts'
import { newSessionToken, tokenHash } from '#app/lib/security/tokens.server.ts'
import { minuteMillis } from '#app/lib/time.ts'
import type { Services } from '#app/services.ts'
import { activate, beginConnection, removeBegun } from './activate-connection.server.ts'
import { markedForAdmin } from './admin-mark.ts'
import { callerOf } from './caller.server.ts'
import { chosenSettings, keepForChoice, readGranted } from './choose-account.server.ts'
import { findConnection, type Connection } from './connection.server.ts'
import { findSiteConnection } from './manage-connections.server.ts'
import { OtherAccount, reportFailure } from './oauth-failure.server.ts'
import type { FaultyApproval, OAuthFault } from './oauth-faults.ts'

const approvalMinutes = 10

/** Where the service sends people back to. Registered there, so it never depends on a request. */
const redirectUrlOf = (
  { config: { appUrl } }: Pick<Services, 'config'>,
  { name }: Pick<AnyIntegration, 'name'>,
): string => `${appUrl}/integrations/${name}/callback`

/** Whether people can be sent to the service: it needs an app there. */
export const isOAuthSetUp = ({ config }: Pick<Services, 'config'>, { name }: AnyIntegration) =>
  config.integrationApps.has(name)

type Ready = { oauth: OAuth; app: App }

function readyOf({ config }: Services, { name, oauth }: AnyIntegration): Ready | null {
  const app = config.integrationApps.get(name)
  return oauth && app ? { oauth, app } : null
}

type Beginning = {
  integration: AnyIntegration
  person: AdmittedUser
  /** The connection to reconnect, by its uuid. Null: any account. */
  reconnects: string | null
  /** Domain of the shop in whose admin the person is, and goes on. Null: in none. */
  adminOf: string | null
}

export type BegunOAuth = { ok: true; approveUrl: string } | FaultyApproval

/**
 * Replaces an approval that the same person began before, for the same site and integration.
 *
 * @throws Refusal `conflict` as `requireSameProof`
 */
export async function beginOAuth(
  services: Services,
  site: SiteScope,
  { integration, person, reconnects, adminOf }: Beginning,
): Promise<BegunOAuth> {
  const { db, now, security, config } = services
  const ready = readyOf(services, integration)
  if (!ready) return { ok: false, fault: 'notSetUp' }
  const { includes } = await readEntitlements(services, site)
  if (!includes(`integrations.${integration.name}`)) return { ok: false, fault: 'notOnPlan' }
  const connection =
    reconnects === null ? null : await findSiteConnection(services, site, reconnects)
  const token = newSessionToken()
  const state = adminOf === null ? token : markedForAdmin(token, adminOf)
  const verifier = ready.oauth.usesPkce ? newVerifier() : null
  const stateHash = tokenHash(state)
  const row = {
    stateHash,
    connectionId: connection?.id ?? null,
    verifier: verifier === null ? null : security.secrets.seal(verifier, rowOf(stateHash)),
    expiresAt: new Date(now().getTime() + approvalMinutes * minuteMillis),
  }
  const { teamId, siteId } = site
  // Only the system's role sees people.
  await db.transaction(async (tx) => {
    // The new row refers to its site. An earlier one is locked after the account, as a first proof does.
    await tx.select({ id: sites.id }).from(sites).where(inSite(sites, site)).for('key share')
    await requireSameProof(tx, person)
    await tx
      .insert(oauthApprovals)
      .values({ ...row, teamId, siteId, userId: person.id, integration: integration.name })
      .onConflictDoUpdate({
        target: [oauthApprovals.siteId, oauthApprovals.userId, oauthApprovals.integration],
        set: row,
      })
  })
  const redirectUrl = redirectUrlOf(services, integration)
  const approveUrl = approvalAddress(
    ready.oauth,
    { app: ready.app, redirectUrl, state, verifier },
    (origin) => config.integrationOrigins.get(origin) ?? origin,
  )
  return { ok: true, approveUrl }
}

const rowOf = (stateHash: Buffer) => `oauth_approvals:${stateHash.toString('hex')}`

export type Returned = {
  integration: AnyIntegration
  /** Who is logged in now. */
  userId: number
  state: string
  /** Null: the service sent none. */
  code: string | null
  /** The service's word for why there is no code. */
  error: string | null
}

/** `mustChoose`: the login covers several accounts, and the connection waits for one to be chosen. */
export type FinishedOAuth = { ok: true; uuid: string; mustChoose?: boolean } | FaultyApproval

/**
 * Uses the state up, with any result. Then exchanges the code, tries the access and begins to read.
 * When anything fails, nothing stays.
 *
 * @param site the current one of the person
 */
export async function finishOAuth(
  services: Services,
  site: SiteScope,
  returned: Returned,
): Promise<FinishedOAuth> {
  const { integration, userId, code, error } = returned
  const ready = readyOf(services, integration)
  if (!ready) return faulty('notSetUp')
  const approval = await consumeApproval(services.db.system, returned.state)
  if (!approval || approval.expiresAt <= services.now()) return faulty('expired')
  if (approval.integration !== integration.name) return faulty('expired')
  if (approval.userId !== userId) return faulty('otherPerson')
  if (approval.siteId !== site.siteId) return faulty('otherSite')
  if (code === null || error !== null) return faulty(faultOfError(error))

  const begun = await beginConnection(services, site, { integration, settings: {}, by: userId })
  if (!begun.ok) return faulty(begun.fault)
  const { connection } = begun
  try {
    const connected = await connectByCode(services, connection, { ...ready, code, approval })
    return { ok: true, ...connected }
  } catch (failure) {
    await removeBegun(services, connection)
    return reportFailure(services, integration, failure)
  }
}

const faulty = (fault: OAuthFault): FaultyApproval => ({ ok: false, fault })

type Approval = typeof oauthApprovals.$inferSelect

/** Undefined: it never existed, or was used. */
async function consumeApproval(queries: Queries, state: string): Promise<Approval | undefined> {
  const [row] = await queries
    .delete(oauthApprovals)
    .where(eq(oauthApprovals.stateHash, tokenHash(state)))
    .returning()
  return row
}

/** RFC 6749 4.1.2.1. */
function faultOfError(error: string | null): OAuthFault {
  if (error === 'access_denied') return 'denied'
  const passes = error === 'server_error' || error === 'temporarily_unavailable'
  return passes ? 'busy' : 'refused'
}

type Code = Ready & { code: string; approval: Approval }

async function connectByCode(
  services: Services,
  begun: Connection,
  { oauth, code, approval: { verifier: sealed, stateHash, connectionId } }: Code,
): Promise<{ uuid: string; mustChoose?: boolean }> {
  const { integration } = begun
  const { secrets } = services.security
  const grant = await exchangeCode(callerOf(services, begun), oauth, {
    code,
    redirectUrl: redirectUrlOf(services, integration),
    verifier: sealed && secrets.open(sealed, rowOf(stateHash)),
  })
  const { accessToken } = grant
  const callerWith = (settings: Record<string, unknown>) =>
    callerOf(services, begun, { settings, accessToken })
  const named = (await integration.settingsOf?.(grant, callerWith({}))) ?? {}
  const reconnected = connectionId === null ? null : await findConnection(services, connectionId)
  const settings = await chosenSettings(integration, callerWith(named), reconnected)
  if (settings === null) {
    await keepForChoice(services, begun, { settings: named, grant })
    return { uuid: begun.uuid, mustChoose: true }
  }
  const uuid = await activate(services, begun, {
    settings: readGranted(integration, settings),
    grant,
    check(earlier) {
      if (connectionId !== null && earlier?.id !== connectionId) throw new OtherAccount()
    },
  })
  return { uuid }
}

/** Removes approvals that no one came back for. Called by a job. */
export async function sweepOAuthApprovals({ db, now }: Services): Promise<void> {
  await db.system.delete(oauthApprovals).where(lt(oauthApprovals.expiresAt, now()))
}
