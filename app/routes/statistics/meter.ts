/** The former address of an organization's plan and usage. */
import { redirect, type LoaderFunctionArgs } from '@remix-run/node'
import { pathWithoutSite, requireTeamContext } from '#app/auth/guards.server.ts'

export async function loader(args: LoaderFunctionArgs) {
  const { team } = await requireTeamContext(args)
  return redirect(
    team ? `/settings/teams/${String(team.scope.teamId)}/plan` : pathWithoutSite(null),
  )
}
