/** The former address of an organization's invitations, which are listed with its members. */
import { redirect, type LoaderFunctionArgs } from '@remix-run/node'
import { requireNamedTeam } from '#app/auth/guards.server.ts'

export async function loader(args: LoaderFunctionArgs) {
  const { team } = await requireNamedTeam(args, args.params['id'])
  return redirect(`/settings/teams/${String(team.scope.teamId)}/members`)
}
