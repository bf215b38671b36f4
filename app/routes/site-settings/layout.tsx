/** Layout of one site's settings, with their navigation. */
import type { LinksFunction, LoaderFunctionArgs } from '@remix-run/node'
import { Outlet, useLoaderData } from '@remix-run/react'
import { requireSite } from '#app/auth/guards.server.ts'
import { mayDo } from '#app/domain/teams/roles.ts'
import designGalleryCss from '#app/ui/design-gallery/design-gallery.css?url'
import foldsCss from '#app/ui/folds/folds.css?url'
import nudgePreviewCss from '#app/ui/nudge-preview/nudge-preview.css?url'
import positionPickerCss from '#app/ui/position-picker/position-picker.css?url'
import { Screen } from '#app/ui/screen.tsx'
import { links as siteLinks } from '#app/ui/site-screens.ts'
import { Tabs } from '#app/ui/tabs.tsx'
import settingsCss from './site-settings.css?url'

export { headers } from '#app/platforms/headers.ts'
export { skipAfterFault as shouldRevalidate } from '#app/ui/forms/preserve-form.ts'
export const links: LinksFunction = () => [
  ...siteLinks(),
  { rel: 'stylesheet', href: nudgePreviewCss },
  { rel: 'stylesheet', href: positionPickerCss },
  { rel: 'stylesheet', href: designGalleryCss },
  { rel: 'stylesheet', href: foldsCss },
  { rel: 'stylesheet', href: settingsCss },
]

export async function loader(args: LoaderFunctionArgs) {
  const { site, team } = await requireSite(args)
  return {
    host: new URL(site.url).host,
    mayEdit: mayDo(team.role, 'site:edit'),
    mayManage: mayDo(team.role, 'sites:manage'),
  }
}

const screens = [
  { to: '/site-settings', label: 'General', isExact: true },
  { to: '/site-settings/look', label: 'Appearance' },
  { to: '/site-settings/timing', label: 'Display' },
  { to: '/site-settings/privacy', label: 'Privacy' },
  { to: '/site-settings/titles', label: 'Language' },
  { to: '/site-settings/webhooks', label: 'Webhooks' },
]

export default function SiteSettingsLayout() {
  const { host, mayEdit, mayManage } = useLoaderData<typeof loader>()
  const last = { to: '/site-settings/danger', label: 'Transfer or delete' }
  return (
    <Screen title="Site settings" lead={`How nudges look and behave on ${host}.`}>
      <Tabs label="Site settings" tabs={mayManage ? [...screens, last] : screens} />
      {!mayEdit && (
        <p className="part-lead">Your role can view these settings but not change them.</p>
      )}
      <Outlet />
    </Screen>
  )
}
