/** Layout of the screens for logged-in people. */
import type { LinksFunction, LoaderFunctionArgs } from '@remix-run/node'
import { Outlet, useLoaderData } from '@remix-run/react'
import { useContext } from 'react'
import { requireAccountContext } from '#app/auth/guards.server.ts'
import { shownAddress, type Account } from '#app/domain/accounts/account.ts'
import { readAnnouncementShell } from '#app/domain/announcements/announcement.ts'
import { listAnnouncements } from '#app/domain/announcements/announcements.server.ts'
import { sourceOfPhoto } from '#app/domain/images/image-source.server.ts'
import { describeSuspendedTeam } from '#app/domain/teams/suspension.ts'
import { offersJoin } from '#app/domain/shops/join-links.server.ts'
import type { TenantId } from '#app/domain/shops/tenants/tenant-name.ts'
import { topPath, visitParameter } from '#app/platforms/framed/frame-paths.ts'
import { readVisitName } from '#app/platforms/framed/top-visit.server.ts'
import { PlatformContext } from '#app/platforms/platform-name.ts'
import type { ShellData } from '#app/platforms/shell-data.ts'
import { shellLinks, shells } from '#app/platforms/shells.ts'
import type { Services } from '#app/services.ts'
import { HasPasswordContext } from '#app/browser/has-password.ts'
import { Banner } from '#app/ui/kit/banner.tsx'
import { MissingAddressNotice, UnverifiedNotice } from '#app/ui/unverified-notice.tsx'

export { headers } from '#app/platforms/headers.ts'
export { skipRefresh as shouldRevalidate } from '#app/ui/polling.ts'
export { RouteError as ErrorBoundary } from '#app/ui/errors/route-error.tsx'

export const links: LinksFunction = () => [...shellLinks]

export async function loader(args: LoaderFunctionArgs) {
  const { platform, services } = args.context
  // Account screens work without a site. Screens about a site require one themselves.
  const { account, memberships, team, siteContext } = await requireAccountContext(args)
  const { id, name, email, photoId, hasPassword, impersonator, isVerified } = account
  const facts: ShellData = {
    account: { id, name, email: shownAddress(email), photo: sourceOfPhoto(photoId), hasPassword },
    teams: memberships.map(({ scope, name: called, role, photoId: logoId }) => ({
      id: scope.teamId,
      name: called,
      role,
      logo: sourceOfPhoto(logoId),
      isCurrent: scope.teamId === team?.scope.teamId,
    })),
    sites: (siteContext?.sites ?? []).map(({ uuid, name: called, url, logoId }) => ({
      uuid,
      name: called,
      host: new URL(url).host,
      logo: sourceOfPhoto(logoId),
      isCurrent: uuid === siteContext?.site.uuid,
    })),
    offersJoin: platform.frame ? await offersJoin(services, account.id) : false,
    announcements: await listAnnouncements(services, {
      userId: account.id,
      shell: readAnnouncementShell(platform.name),
      teamId: team?.scope.teamId ?? null,
    }),
    impersonator,
    now: services.now(),
  }
  return {
    facts,
    isVerified,
    visit: !platform.frame && account.frameSessionId !== null ? readVisitName(args.request) : null,
    mails: placeOfMails(services, account),
    suspended: team?.suspension ? describeSuspendedTeam(team.name, team.suspension) : null,
  }
}

/** Where the person can read our emails. */
function placeOfMails(
  { config, mail: { outbox } }: Services,
  { isStaff }: Account,
): 'sent' | 'kept' | 'kept-for-you' {
  if (config.isProduction || !outbox.isInUse) return 'sent'
  return isStaff ? 'kept-for-you' : 'kept'
}

/** For people whose session is in the frame of an admin: other screens are there alone. */
const BackToDashboard = ({ visit }: { visit: TenantId }) => (
  <div className="mb-20">
    <Banner>
      You can pay here. {/* Not a screen of ours: the answer leads to the admin. */}
      <a className="text-link" href={`${topPath}?${visitParameter}=${visit}`}>
        Go back to your dashboard
      </a>{' '}
      for everything else.
    </Banner>
  </div>
)

export default function DefaultLayout() {
  const { facts, isVerified, visit, mails, suspended } = useLoaderData<typeof loader>()
  const Shell = shells[useContext(PlatformContext)]
  return (
    <HasPasswordContext.Provider value={facts.account.hasPassword}>
      <Shell facts={facts}>
        {visit !== null && <BackToDashboard visit={visit} />}
        {!isVerified &&
          (facts.account.email === '' ? (
            <MissingAddressNotice />
          ) : (
            <UnverifiedNotice email={facts.account.email} mails={mails} />
          ))}
        {suspended !== null && (
          <div className="mb-20">
            <Banner tone="critical" action={{ content: 'Contact support', url: '/support' }}>
              {suspended}
            </Banner>
          </div>
        )}
        <Outlet />
      </Shell>
    </HasPasswordContext.Provider>
  )
}
