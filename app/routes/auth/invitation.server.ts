/** The invitation that an address carries. */
import type { GuardArgs } from '#app/auth/guards.server.ts'
import { findInvitation, type OpenInvitation } from '#app/domain/teams/join.server.ts'
import { errorCatalog, Refusal } from '#app/lib/errors.ts'

/**
 * Never made, taken back, used or older than seven days: which of them is nobody's business.
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
  // What was shown or written down of a link is shorter than the link.
  throw new Refusal('not_found', errorCatalog.notFound(pathname.replace(token, '…')))
}
