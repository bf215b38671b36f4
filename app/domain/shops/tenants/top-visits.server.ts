/**
 * The screens of billing at the top, for people whose session is in a frame. Frames leave out the scripts by which
 * cards are entered and confirmed. A ticket of one use leads out of the frame; from then on a cookie has the visit,
 * which ends with the session of the frame.
 */
import { randomInt } from 'node:crypto'
import { and, eq, gt } from 'drizzle-orm'
import { frameSessions } from '#app/db/schema/accounts.ts'
import { framedPlatforms, tenants } from '#app/db/schema/shops.ts'
import type { Account } from '#app/domain/accounts/account.ts'
import { minuteMillis } from '#app/lib/time.ts'
import type { Services } from '#app/services.ts'
import { looksLikePass, readPass, writePass } from './frame-pass.server.ts'
import { findPassAccount } from './frame-sessions.server.ts'
import { readTenantId, type FramedPlatform, type TenantId, type TenantName } from './tenant-name.ts'

/** The frame's script uses it in the same moment. */
const ticketMillis = minuteMillis

/** Long enough to find a card and to answer a bank. */
const visitMillis = 30 * minuteMillis

/** Ids of passes of one session differ, so each is used apart. */
const mostNumbers = 2 ** 47

/** Null: the session is over. @param session `frameSessionId` of the account */
export async function writeTopTicket(services: Services, session: string): Promise<string | null> {
  const at = services.now()
  const [row] = await services.db.system
    .select({ platform: tenants.platform, name: tenants.tenantId })
    .from(frameSessions)
    .innerJoin(tenants, eq(tenants.id, frameSessions.tenantId))
    .where(and(eq(frameSessions.id, session), gt(frameSessions.expiresAt, at)))
  const tenantId = readTenantId(row?.name ?? null)
  if (!row || tenantId === null) return null
  return writePass(services, 'top-ticket', {
    platform: row.platform,
    tenantId,
    session,
    number: randomInt(mostNumbers),
    expiresAt: new Date(at.getTime() + ticketMillis),
  })
}

/** Uses the ticket up. Null: it isn't valid, or was used. @returns what the cookie keeps, and the store */
export async function beginTopVisit(
  services: Services,
  ticket: string,
): Promise<{ visit: string; tenantId: TenantId } | null> {
  const found = await findBy(services, 'top-ticket', ticket)
  if (!found || !(await services.security.rateLimits.useOnce(ticket))) return null
  const { platform, tenantId, session, expiresAt: ends } = found.running
  const until = services.now().getTime() + visitMillis
  const visit = writePass(services, 'top-visit', {
    platform,
    tenantId,
    session,
    number: randomInt(mostNumbers),
    expiresAt: new Date(Math.min(until, ends.getTime())),
  })
  return { visit, tenantId }
}

/** Null: the visit or its session is over. @throws Refusal `forbidden` when the person is suspended */
export async function findTopVisit(
  services: Services,
  visit: string,
): Promise<{ account: Account; tenant: TenantName } | null> {
  const found = await findBy(services, 'top-visit', visit)
  return found && { account: found.account, tenant: found.running }
}

/** The tenant of a visit, also of one that is over: the way back leads there. Null: we didn't sign it. */
export function tenantOfTopVisit(services: Services, visit: string): TenantName | null {
  const platform = framedPlatforms.find((one) => looksLikePass(one, visit))
  const pass = platform && readPass(services, 'top-visit', { platform, text: visit })
  return platform && pass ? { platform, tenantId: pass.tenantId } : null
}

function findBy(services: Services, kind: 'top-ticket' | 'top-visit', text: string) {
  const isOf = (platform: FramedPlatform) => looksLikePass(platform, text)
  const platform = framedPlatforms.find(isOf)
  if (platform === undefined) return null
  return findPassAccount(services, kind, { platform, text, tenantId: null })
}
