/** Layout of one organization's screens, with their navigation. */
import type { LinksFunction, LoaderFunctionArgs } from '@remix-run/node'
import { Outlet, useLoaderData } from '@remix-run/react'
import { requireNamedTeam, requireTeam } from '#app/auth/guards.server.ts'
import { mayDo, roleLabels } from '#app/domain/teams/roles.ts'
import { Screen } from '#app/ui/screen.tsx'
import billingCss from '#app/ui/billing/billing.css?url'
import { links as siteLinks } from '#app/ui/site-screens.ts'
import { Tabs } from '#app/ui/tabs.tsx'

export { headers } from '#app/platforms/headers.ts'
export { skipAfterFault as shouldRevalidate } from '#app/ui/forms/preserve-form.ts'
export const links: LinksFunction = () => [...siteLinks(), { rel: 'stylesheet', href: billingCss }]

export async function loader(args: LoaderFunctionArgs) {
  const { team } = await requireNamedTeam(args, args.params['id'])
  const { role, name, scope } = team
  const may = {
    audit: mayDo(role, 'audit:view'),
    transfer: mayDo(role, 'team:transfer'),
  }
  const current = await requireTeam(args)
  const isCurrent = current.team.scope.teamId === scope.teamId
  return { id: scope.teamId, name, role, may, isCurrent }
}

export default function TeamLayout() {
  const { id, name, role, may, isCurrent } = useLoaderData<typeof loader>()
  const base = `/settings/teams/${String(id)}`
  const tabs = [
    { to: base, label: 'General', isDrawn: true, isExact: true },
    { to: `${base}/plan`, label: 'Plan and usage', isDrawn: true },
    // About the current organization, wherever it is opened.
    { to: '/billing', label: 'Billing', isDrawn: isCurrent },
    { to: `${base}/members`, label: 'Members', isDrawn: true },
    { to: `${base}/log`, label: 'Audit log', isDrawn: may.audit },
    { to: `${base}/ownership`, label: 'Transfer or delete', isDrawn: may.transfer },
  ]

  return (
    <Screen title={name} lead={`Your role: ${roleLabels[role].name}`}>
      <Tabs label="Organization" tabs={tabs.filter(({ isDrawn }) => isDrawn)} />
      <Outlet />
    </Screen>
  )
}
