/**
 * The link to a file with the data about a person, or of a team that they own. Signed, so nothing is
 * stored until it is used. Works without a login, because people who can't log in have a right to
 * their data as well.
 *
 * It ends after seven days and a few downloads, and with another email address, owner or password. While
 * the account or the team is suspended, only links work that staff send meanwhile.
 */
import { and, eq } from 'drizzle-orm'
import { teams, users } from '#app/db/schema/ground.ts'
import { findTeamScope } from '#app/domain/find-scope.server.ts'
import type { TeamScope } from '#app/domain/scope.ts'
import { downloadLimit } from '#app/domain/accounts/login/rate-limits.server.ts'
import { timingSafeEqualText } from '#app/lib/security/timing-safe-equal.server.ts'
import { dayMillis } from '#app/lib/time.ts'
import type { Services } from '#app/services.ts'

/** Long enough for a holiday week, and enough for downloads that break off. */
export const exportLinkLimits = {
  days: downloadLimit.seconds / 86_400,
  downloads: downloadLimit.downloads,
}

/** Path of the screen behind the link. */
const path = '/data-export'

type Subject = {
  person: { id: number; email: string }
  /** Null: the data about the person. */
  team: { scope: TeamScope; name: string } | null
  /** Differs from the one of the link after anything that ends it. */
  state: string
}

export type ExportLink = Omit<Subject, 'state'> & {
  /** Query of the link, without anything that was added to it. */
  query: string
  /** The same without the signature, so it shows which link it is and opens nothing. */
  about: string
}

/** Null: the account no longer exists, or no longer owns the team. */
export async function createExportLink(
  services: Services,
  about: { userId: number; teamId: number | null },
): Promise<{ email: string; team: string | null; link: string } | null> {
  const found = await findSubject(services, about)
  if (!found) return null
  const { config, now } = services
  const expires = Math.floor((now().getTime() + exportLinkLimits.days * dayMillis) / 1000)
  const link = new URL(path, config.appUrl)
  link.search = queryOf({ ...about, expires, signature: sign(services, found, expires) })
  return { email: found.person.email, team: found.team?.name ?? null, link: link.href }
}

/** Null: it isn't ours, or it has ended, see above. */
export async function readExportLink(
  services: Services,
  query: URLSearchParams,
): Promise<ExportLink | null> {
  const link = await readSignedLink(services, query)
  return link && (await services.security.rateLimits.hasDownload(link.query)) ? link : null
}

/** Counts a download. False: it has been used up, at the same time as well. */
export const consumeExportLink = (
  { security }: Services,
  { query }: ExportLink,
): Promise<boolean> => security.rateLimits.countDownload(query)

/** The download that was counted failed on our side. */
export const restoreExportLink = ({ security }: Services, { query }: ExportLink): Promise<void> =>
  security.rateLimits.giveBackDownload(query)

async function readSignedLink(
  services: Services,
  query: URLSearchParams,
): Promise<ExportLink | null> {
  const userId = readId(query.get('user'))
  const teamId = query.has('team') ? readId(query.get('team')) : null
  const expires = readId(query.get('expires'))
  if (userId === 0 || teamId === 0 || expires * 1000 <= services.now().getTime()) return null
  const found = await findSubject(services, { userId, teamId })
  if (!found) return null
  const signature = sign(services, found, expires)
  if (!timingSafeEqualText(query.get('signature') ?? '', signature)) return null
  const { person, team } = found
  const subject = { userId, teamId, expires }
  return { person, team, query: queryOf({ ...subject, signature }), about: queryOf(subject) }
}

type Query = { userId: number; teamId: number | null; expires: number; signature?: string }

const queryOf = ({ userId, teamId, expires, signature }: Query): string =>
  new URLSearchParams({
    user: String(userId),
    ...(teamId === null ? {} : { team: String(teamId) }),
    expires: String(expires),
    ...(signature === undefined ? {} : { signature }),
  }).toString()

/** 0: not an ID. */
const readId = (text: string | null): number => (/^\d{1,15}$/.test(text ?? '') ? Number(text) : 0)

async function findSubject(
  { db }: Services,
  { userId, teamId }: { userId: number; teamId: number | null },
): Promise<Subject | null> {
  const [user] = await db.system
    .select({
      id: users.id,
      email: users.email,
      passwordHash: users.passwordHash,
      suspendedAt: users.suspendedAt,
    })
    .from(users)
    .where(eq(users.id, userId))
  if (!user) return null
  const { id, email, passwordHash } = user
  const person = { id, email }
  const state = [passwordHash ?? '', timeOf(user.suspendedAt)]
  if (teamId === null) return { person, team: null, state: state.join('\0') }
  const [team] = await db.system
    .select({ name: teams.name, suspendedAt: teams.suspendedAt })
    .from(teams)
    .where(and(eq(teams.id, teamId), eq(teams.ownerId, userId)))
  const scope = team ? await findTeamScope(db.system, teamId) : null
  if (!team || !scope) return null
  const all = [...state, timeOf(team.suspendedAt)].join('\0')
  return { person, team: { scope, name: team.name }, state: all }
}

/** Empty: not suspended. */
const timeOf = (suspendedAt: Date | null): string => suspendedAt?.toISOString() ?? ''

const sign = (
  { security: { secrets } }: Services,
  { person, team, state }: Subject,
  expires: number,
): string =>
  secrets.fingerprint(
    [person.id, person.email, team?.scope.teamId ?? 0, expires, state].join('\0'),
    'data-export',
  )
