/**
 * Sessions in the frame of an admin that has no script of its own. The admin vouches for the person once,
 * when it opens the frame. From then on a token proves the requests of the page, which gets it in its document
 * or by a renewal and keeps it in memory, and a ticket the next document.
 */
import { randomUUID } from 'node:crypto'
import { and, eq, gt, lt, sql } from 'drizzle-orm'
import { frameSessions } from '#app/db/schema/accounts.ts'
import { teamMembers } from '#app/db/schema/ground.ts'
import { tenants } from '#app/db/schema/shops.ts'
import type { Account } from '#app/domain/accounts/account.ts'
import { issueLoginProof } from '#app/domain/accounts/login/login-proof.server.ts'
import { findProvenAccount } from '#app/domain/accounts/login/proven-account.server.ts'
import { hourMillis, minuteMillis } from '#app/lib/time.ts'
import type { Services } from '#app/services.ts'
import { readPass, writePass, type PassKind } from './frame-pass.server.ts'
import type { FramedPlatform, TenantId, TenantName } from './tenant-name.ts'
import { showTenantSite } from './tenant-site.server.ts'
import { findTenant } from './tenants.server.ts'

/** A page that sleeps for longer has to be opened again. */
const passMillis = hourMillis

/** However often it is renewed: then the admin vouches again. */
const sessionMillis = 12 * hourMillis

/** For as long the admin's word confirms what a password would. Nothing extends it. */
const proofMillis = 10 * minuteMillis

/** Proofs for the next requests of a page in the frame. */
export type FramePass = {
  token: string
  ticket: string
  /** Until both end. Seconds, because the browser's clock may be wrong. */
  seconds: number
  /** Whether both end with their session, so that another pass would last no longer. */
  isLast: boolean
}

export type FrameVisit = { account: Account; pass: FramePass }

/** Why the admin's person gets no session. */
export type FrameRefusal =
  /** The app isn't installed in the tenant. */
  | 'removed'
  /** No organization is chosen for it yet. */
  | 'unjoined'
  /** The person isn't a member of its organization. */
  | 'member'
  /** The proof is from before the tenant took the person out. */
  | 'left'
  /** The proof was used before. */
  | 'used'

type Opening = TenantName & { userId: number; vouchedAt?: Date }

/**
 * Begins a session for a person for whom the tenant's admin just vouched.
 *
 * @param vouchedAt when the admin signed it, for this person. Absent: the session confirms nothing
 * @throws Refusal `forbidden` when the person is suspended
 */
export async function openFrameSession(
  services: Services,
  { userId, vouchedAt, ...tenant }: Opening,
): Promise<FrameVisit | { refused: FrameRefusal }> {
  const { db, now } = services
  const found = await findTenant(services, tenant)
  if (found?.state !== 'installed') return { refused: 'removed' }
  const { id: tenantId, teamId } = found
  if (teamId === null) return { refused: 'unjoined' }
  const isMember = and(eq(teamMembers.teamId, teamId), eq(teamMembers.userId, userId))
  if ((await db.system.$count(teamMembers, isMember)) === 0) return { refused: 'member' }

  await showTenantSite(db.system, { tenantRow: tenantId, userId })
  const session = randomUUID()
  const createdAt = now()
  const expiresAt = new Date(createdAt.getTime() + sessionMillis)
  const account = await accountOf(services, { session, userId, teamId, vouchedAt: null })
  if (!account) return { refused: 'member' }
  await db.system
    .insert(frameSessions)
    .values({ id: session, tenantId, teamId, userId, vouchedAt, createdAt, expiresAt })
  return { account, pass: passOf(services, { ...tenant, session, number: 0, expiresAt }) }
}

type Asked = {
  platform: FramedPlatform
  /** As it arrived. */
  text: string
  /** The tenant that the address names; a pass of another proves neither. Null: it names none. */
  tenantId: TenantId | null
}

/**
 * The account of a person who asks with a token; null when it isn't valid, or no longer.
 *
 * @throws Refusal `forbidden` when the person is suspended
 */
export async function findFrameAccount(services: Services, asked: Asked): Promise<Account | null> {
  const running = await findRunning(services, 'token', asked)
  return running && accountOf(services, running)
}

/**
 * Uses up a ticket; null when it isn't valid, no longer, or was used.
 *
 * @throws Refusal `forbidden` when the person is suspended
 */
export async function redeemTicket(services: Services, asked: Asked): Promise<FrameVisit | null> {
  const running = await findRunning(services, 'ticket', asked)
  if (!running) return null
  const { session, number } = running
  // The condition on the number lets one of several requests at the same time through.
  const [used] = await services.db.system
    .update(frameSessions)
    .set({ ticket: sql`${frameSessions.ticket} + 1` })
    .where(and(eq(frameSessions.id, session), eq(frameSessions.ticket, number)))
    .returning({ ticket: frameSessions.ticket })
  if (!used) return null
  // An address can be read elsewhere, so a ticket confirms nothing but the visit.
  const account = await accountOf(services, { ...running, vouchedAt: null })
  return account && { account, pass: passOf(services, { ...running, number: used.ticket }) }
}

/** A new token and the valid ticket for a page whose token is about to end; null when it isn't valid. */
export async function renewPass(services: Services, asked: Asked): Promise<FramePass | null> {
  const running = await findRunning(services, 'token', asked)
  return running && passOf(services, { ...running, number: running.ticket })
}

/** The tenant that a token or a ticket names, expired and used ones included; null unless we signed it. */
export function provenTenant(
  services: Services,
  {
    platform,
    token,
    ticket,
  }: { platform: FramedPlatform; token: string | null; ticket: string | null },
): TenantId | null {
  const pass =
    token === null
      ? ticket === null
        ? null
        : readPass(services, 'ticket', { platform, text: ticket })
      : readPass(services, 'token', { platform, text: token })
  return pass?.tenantId ?? null
}

/** Removes sessions that are over. Called by a job. */
export async function sweepFrameSessions({ db, now }: Services): Promise<void> {
  await db.system.delete(frameSessions).where(lt(frameSessions.expiresAt, now()))
}

/** The session of a pass that is valid now, and its account. The pass confirms nothing but the visit. */
export async function findPassAccount(
  services: Services,
  kind: PassKind,
  asked: Asked,
): Promise<{ account: Account; running: Running } | null> {
  const running = await findRunning(services, kind, asked)
  const account = running && (await accountOf(services, { ...running, vouchedAt: null }))
  return account && { account, running }
}

type Running = TenantName & {
  session: string
  /** The number of the pass that was read. */
  number: number
  /** The number of the only valid ticket. */
  ticket: number
  userId: number
  teamId: number
  /** See `openFrameSession`. */
  vouchedAt: Date | null
  /** End of the session. */
  expiresAt: Date
}

/** The session of a pass that is valid now: its tenant, organization and person still belong together. */
async function findRunning(
  services: Services,
  kind: PassKind,
  { platform, text, tenantId: named }: Asked,
): Promise<Running | null> {
  const pass = readPass(services, kind, { platform, text })
  const at = services.now()
  if (!pass || pass.expiresAt <= at) return null
  const { session, number, tenantId } = pass
  if (named !== null && named !== tenantId) return null
  const [row] = await services.db.system
    .select({
      userId: frameSessions.userId,
      teamId: frameSessions.teamId,
      ticket: frameSessions.ticket,
      vouchedAt: frameSessions.vouchedAt,
      expiresAt: frameSessions.expiresAt,
    })
    .from(frameSessions)
    .innerJoin(
      tenants,
      and(
        eq(tenants.id, frameSessions.tenantId),
        eq(tenants.teamId, frameSessions.teamId),
        eq(tenants.platform, platform),
        eq(tenants.tenantId, tenantId),
        eq(tenants.state, 'installed'),
      ),
    )
    .innerJoin(
      teamMembers,
      and(
        eq(teamMembers.teamId, frameSessions.teamId),
        eq(teamMembers.userId, frameSessions.userId),
      ),
    )
    .where(and(eq(frameSessions.id, session), gt(frameSessions.expiresAt, at)))
  return row ? { platform, tenantId, session, number, ...row } : null
}

type VouchedSession = { session: string; userId: number; teamId: number; vouchedAt: Date | null }

/** The frame is about the tenant's organization, even if the person chose another one elsewhere. */
async function accountOf(
  services: Services,
  { session, userId, teamId, vouchedAt }: VouchedSession,
): Promise<Account | null> {
  const account = await findProvenAccount(services, issueLoginProof('shop-session', userId))
  if (!account) return null
  const isFresh =
    vouchedAt !== null && services.now().getTime() - vouchedAt.getTime() <= proofMillis
  const shopProof = isFresh ? account.shopProof : null
  return { ...account, currentTeamId: teamId, shopProof, frameSessionId: session }
}

function passOf(
  services: Services,
  session: TenantName & { session: string; number: number; expiresAt: Date },
): FramePass {
  const at = services.now().getTime()
  const ends = session.expiresAt.getTime()
  const expiresAt = new Date(Math.min(at + passMillis, ends))
  return {
    token: writePass(services, 'token', { ...session, number: 0, expiresAt }),
    ticket: writePass(services, 'ticket', { ...session, expiresAt }),
    seconds: Math.floor((expiresAt.getTime() - at) / 1000),
    isLast: expiresAt.getTime() === ends,
  }
}
