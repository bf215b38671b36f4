/** Layout of the account screens, with their navigation. */
import { Outlet } from '@remix-run/react'
import type { LinksFunction, LoaderFunctionArgs } from '@remix-run/node'
import { requireAccount } from '#app/auth/guards.server.ts'
import { Screen } from '#app/ui/screen.tsx'
import { links as siteLinks } from '#app/ui/site-screens.ts'
import { Tabs } from '#app/ui/tabs.tsx'
import accountCss from './account.css?url'

export { headers } from '#app/platforms/headers.ts'
export const links: LinksFunction = () => [...siteLinks(), { rel: 'stylesheet', href: accountCss }]

const screens = [
  { to: '/account/general', label: 'General' },
  { to: '/account/security', label: 'Security' },
  { to: '/account/devices', label: 'Devices' },
  { to: '/account/api-tokens', label: 'API tokens' },
  { to: '/account/notifications', label: 'Emails' },
  { to: '/account/privacy', label: 'Privacy' },
]

export async function loader(args: LoaderFunctionArgs) {
  await requireAccount(args)
  return null
}

export default function AccountLayout() {
  return (
    <Screen title="Account">
      <Tabs label="Account" tabs={screens} />
      <Outlet />
    </Screen>
  )
}
