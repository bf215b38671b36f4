/**
 * Where Wix leads back after an install that began with us. It brings the app's ID, the site's instance and no
 * code. An instance's ID proves nothing, so only the signed instance counts.
 */
import { redirect, type LoaderFunctionArgs } from '@remix-run/node'
import { currentAccount, requireTeamContext } from '#app/auth/guards.server.ts'
import { joinWixSite } from '#app/domain/lifecycle/wix/join-site.server.ts'
import { faultAddress, requireWix } from '#app/platforms/wix/entry.server.ts'
import { useInstallState } from '#app/platforms/wix/install-state.server.ts'

export async function loader(args: LoaderFunctionArgs) {
  const wix = requireWix(args)
  const { services } = args.context
  const { searchParams } = new URL(args.request.url)
  const starter = await useInstallState(services, searchParams.get('state') ?? '')
  if (!starter) return redirect(faultAddress('state'))

  // Apps were given both names.
  const signed = searchParams.get('signedInstance') ?? searchParams.get('instance') ?? ''
  const visitor = await wix.checkInstance(signed)
  const [named, appId] = [searchParams.get('instanceId'), searchParams.get('appId')]
  const isOther =
    (named !== null && named.toLowerCase() !== visitor?.instanceId) ||
    (appId !== null && appId.toLowerCase() !== services.config.wix?.appId.toLowerCase())
  if (!visitor || isOther) return redirect(faultAddress('instance'))
  // Visitors of the site and its members have signed instances, too.
  if (visitor.personId === null) return redirect(faultAddress('person'))
  const { instanceId } = visitor
  if (starter.userId === null) return redirect(wix.dashboardUrl(instanceId))

  const account = await currentAccount(args)
  if (account?.id !== starter.userId) return redirect(faultAddress('account'))
  const { memberships } = await requireTeamContext(args)
  const team = memberships.find(({ scope }) => scope.teamId === starter.teamId)
  // An account without an organization gets one in Wix.
  if (!team) return redirect(wix.dashboardUrl(instanceId))
  if (team.role !== 'owner') return redirect(faultAddress('role'))
  const joined = await joinWixSite(services, wix, {
    team: team.scope,
    userId: account.id,
    instanceId,
  })
  return redirect(joined ? faultAddress(joined.refused) : '/integrations')
}
