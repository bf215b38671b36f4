/** Saves or removes the organization's logo. The form is on the general screen. */
import { data, redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { requireNamedTeam, requireRight } from '#app/auth/guards.server.ts'
import { removeTeamLogo, saveTeamLogo } from '#app/domain/teams/team-logo.server.ts'
import { refusedFormResponse } from '#app/lib/web/form-responses.server.ts'
import { readUpload } from '#app/lib/web/upload.server.ts'
import type { Saved } from '#app/ui/forms/form-fetcher.ts'

export { headers } from '#app/platforms/headers.ts'
export { preserveForm as clientAction } from '#app/ui/forms/preserve-form.ts'

export const loader = ({ params }: LoaderFunctionArgs) =>
  redirect(`/settings/teams/${encodeURIComponent(params['id'] ?? '')}`)

export async function action(args: ActionFunctionArgs) {
  const { account, team } = await requireNamedTeam(args, args.params['id'])
  requireRight(team, 'team:edit')
  const { services } = args.context
  const change = { actor: account, team: team.scope }
  const { intent, bytes } = await readUpload(args.request, 'photo')
  if (intent === 'remove') {
    await removeTeamLogo(services, change)
    return data<Saved>({ saved: 'Logo removed' })
  }
  try {
    await saveTeamLogo(services, change, bytes)
    return data<Saved>({ saved: 'Logo saved' })
  } catch (error) {
    return refusedFormResponse(error)
  }
}
