/** Switches the current organization or site, and returns to the requesting screen. */
import { redirect, type ActionFunctionArgs } from '@remix-run/node'
import { requireTeamContext } from '#app/auth/guards.server.ts'
import { switchInput } from '#app/domain/teams/team.ts'
import { switchTeamOrSite } from '#app/domain/sites/switch-team-or-site.server.ts'
import { Refusal } from '#app/lib/errors.ts'
import { invalidFormResponse } from '#app/lib/web/form-responses.server.ts'
import { readForm } from '#app/lib/web/forms.ts'
import { safeDestination } from '#app/lib/security/redirects.ts'

export { headers } from '#app/platforms/headers.ts'

export function loader(): never {
  throw new Refusal('method_not_allowed', 'Use POST to switch.')
}

export async function action(args: ActionFunctionArgs) {
  const { account, memberships: all, team } = await requireTeamContext(args)
  const form = await readForm(args.request, switchInput)
  if (!form.ok) return invalidFormResponse(form.errors)

  const { to, ...wanted } = form.value
  // A frame is about its tenant's organization, whatever is chosen elsewhere.
  const memberships = account.frameSessionId === null ? all : team ? [team] : []
  await switchTeamOrSite(args.context.services, { userId: account.id, memberships }, wanted)
  return redirect(safeDestination(to))
}
