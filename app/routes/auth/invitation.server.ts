/** The invitation in a URL. */
import type { GuardArgs } from '#app/auth/guards.server.ts'
import { findInvitation, type OpenInvitation } from '#app/domain/teams/join.server.ts'
import { errorCatalog, Refusal } from '#app/lib/errors.ts'

/**
 * The same for missing, revoked, used and expired ones, so it reveals nothing.
 *
 * @throws Refusal `not_found`
 */
export async function requireInvitation(
  { request, context }: GuardArgs,
  token: string,
): Promise<OpenInvitation> {
  const found = await findInvitation(context.services, token)
  if (found) return found
  const { pathname } = new URL(request.url)
  // Shortens the token, which must not appear in full on screens or in logs.
  throw new Refusal('not_found', errorCatalog.notFound(pathname.replace(token, '…')))
}
