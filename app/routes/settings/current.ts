/** Switches the current organization or site, and goes back to the screen that asked. */
import { redirect, type ActionFunctionArgs } from '@remix-run/node'
import { requireTeamVisit } from '#app/auth/guards.server.ts'
import { switchInput } from '#app/domain/teams/team.ts'
import { switchTo } from '#app/domain/sites/current.server.ts'
import { Refusal } from '#app/lib/errors.ts'
import { wrongForm } from '#app/lib/web/form-responses.server.ts'
import { readForm } from '#app/lib/web/forms.ts'
import { ownPath } from '#app/lib/security/redirects.ts'

export { headers } from '#app/platforms/headers.ts'

export function loader(): never {
  throw new Refusal('method_not_allowed', 'Switch with POST.')
}

export async function action(args: ActionFunctionArgs) {
  const { account, memberships } = await requireTeamVisit(args)
  const form = await readForm(args.request, switchInput)
  if (!form.ok) return wrongForm(form.errors)

  const { to, ...wanted } = form.value
  await switchTo(args.context.services, { userId: account.id, memberships }, wanted)
  return redirect(ownPath(to))
}
