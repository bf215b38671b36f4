/**
 * Start of an install outside of Wix: leads to Wix’ page, which asks for consent.
 * https://dev.wix.com/docs/build-apps/launch-your-app/app-distribution/install-your-app/set-up-the-external-install-flow
 */
import { redirect, type LoaderFunctionArgs } from '@remix-run/node'
import { currentAccount, requireTeamContext } from '#app/auth/guards.server.ts'
import { requireWix } from '#app/platforms/wix/entry.server.ts'
import { writeInstallState } from '#app/platforms/wix/install-state.server.ts'

export async function loader(args: LoaderFunctionArgs) {
  const wix = requireWix(args)
  const { services } = args.context
  const account = await currentAccount(args)
  const team = account && (await requireTeamContext(args)).team
  const starter = { userId: account?.id ?? null, teamId: team?.scope.teamId ?? null }
  const back = new URL('/wix/auth/install', services.config.appUrl)
  back.searchParams.set('state', writeInstallState(services, starter))
  return redirect(wix.installUrl(back.href))
}
