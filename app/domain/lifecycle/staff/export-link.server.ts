/**
 * The link to a file with the data about a person, or of a team that they own. Signed, so nothing is
 * stored until it is used. Works without a login, because people who can't log in have a right to
 * their data as well.
 */
import { and, eq } from 'drizzle-orm'
import { teams, users } from '#app/db/schema/ground.ts'
import { findTeamScope } from '#app/domain/find-scope.server.ts'
import type { TeamScope } from '#app/domain/scope.ts'
import { timingSafeEqualText } from '#app/lib/security/timing-safe-equal.server.ts'
import { dayMillis } from '#app/lib/time.ts'
import type { Services } from '#app/services.ts'

/** Long enough for a holiday week. */
export const exportLinkDays = 7

/** Path of the screen behind the link. */
const path = '/data-export'

export type ExportLink = {
  person: { id: number; email: string }
  /** Null: the data about the person. */
  team: { scope: TeamScope; name: string } | null
}

/** Null: the account no longer exists, or no longer owns the team. */
export async function createExportLink(
  services: Services,
  about: { userId: number; teamId: number | null },
): Promise<{ email: string; team: string | null; link: string } | null> {
  const found = await findSubject(services, about)
  if (!found) return null
  const { config, now } = services
  const expires = Math.floor((now().getTime() + exportLinkDays * dayMillis) / 1000)
  const link = new URL(path, config.appUrl)
  link.searchParams.set('user', String(about.userId))
  if (about.teamId !== null) link.searchParams.set('team', String(about.teamId))
  link.searchParams.set('expires', String(expires))
  link.searchParams.set('signature', sign(services, found, expires))
  return { email: found.person.email, team: found.team?.name ?? null, link: link.href }
}

/** Null: it isn't ours, has expired, or the email address or the owner has changed since. */
export async function readExportLink(
  services: Services,
  query: URLSearchParams,
): Promise<ExportLink | null> {
  const userId = readId(query.get('user'))
  const teamId = query.has('team') ? readId(query.get('team')) : null
  const expires = readId(query.get('expires'))
  if (userId === 0 || teamId === 0 || expires * 1000 <= services.now().getTime()) return null
  const found = await findSubject(services, { userId, teamId })
  if (!found) return null
  const expected = sign(services, found, expires)
  return timingSafeEqualText(query.get('signature') ?? '', expected) ? found : null
}

/** 0: not an ID. */
const readId = (text: string | null): number => (/^\d{1,15}$/.test(text ?? '') ? Number(text) : 0)

async function findSubject(
  { db }: Services,
  { userId, teamId }: { userId: number; teamId: number | null },
): Promise<ExportLink | null> {
  const [person] = await db.system
    .select({ id: users.id, email: users.email })
    .from(users)
    .where(eq(users.id, userId))
  if (!person) return null
  if (teamId === null) return { person, team: null }
  const [team] = await db.system
    .select({ name: teams.name })
    .from(teams)
    .where(and(eq(teams.id, teamId), eq(teams.ownerId, userId)))
  const scope = team ? await findTeamScope(db.system, teamId) : null
  return team && scope ? { person, team: { scope, name: team.name } } : null
}

const sign = (
  { security: { secrets } }: Services,
  { person, team }: ExportLink,
  expires: number,
): string =>
  secrets.fingerprint(
    [person.id, person.email, team?.scope.teamId ?? 0, expires].join('\0'),
    'data-export',
  )
