/** The page API as an integration: its calls, a place to try them, and what pages reported. */
import { data, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { Link, useLoaderData } from '@remix-run/react'
import { requireSite } from '#app/auth/guards.server.ts'
import { listGoals } from '#app/domain/goals/goals.server.ts'
import { readSubmittedValues } from '#app/lib/web/form-responses.server.ts'
import { requireFeature } from '#app/domain/plans/entitlements.ts'
import { readEntitlements } from '#app/domain/plans/team-plan.server.ts'
import { siteTitle } from '#app/ui/format/document-title.ts'
import { checkReport } from '#app/presenters/integrations/check-report.server.ts'
import { listArrivals } from '#app/presenters/integrations/arrivals.server.ts'
import pageApiCss from '#app/ui/page-api/page-api.css?url'
import { PageApiPanel } from '#app/ui/page-api/page-api-panel.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { ArrivalList } from './arrival-list.tsx'
import { DirectScreen } from './direct-screen.tsx'
import { links as integrationLinks } from './styles.ts'

export { headers } from '#app/platforms/headers.ts'
export { GatedError as ErrorBoundary } from '#app/ui/billing/gated-error.tsx'
export { outlastOutage as clientLoader } from '#app/ui/polling.ts'
export const links = () => [...integrationLinks(), { rel: 'stylesheet', href: pageApiCss }]
export const meta = siteTitle('JavaScript')

export async function loader(args: LoaderFunctionArgs) {
  const { scope, site } = await requireSite(args)
  const { services } = args.context
  requireFeature(await readEntitlements(services, scope), 'integrations.javascript')
  const goals = await listGoals(services, scope)
  return {
    siteUuid: site.uuid,
    pixelSeenAt: site.pixelSeenAt,
    goals: goals.map(({ uuid, name, isActive }) => ({ uuid, name, isActive })),
    arrivals: await listArrivals(services, scope, 'pixel'),
    now: services.now(),
  }
}

/** Checks an event for the tester. Stores nothing. */
export async function action(args: ActionFunctionArgs) {
  const { scope } = await requireSite(args)
  const { event = '' } = await readSubmittedValues(args.request, ['event'])
  const check = await checkReport(args.context.services, scope, event)
  return data(check, { status: check.ok ? 200 : 422 })
}

export default function JavaScript() {
  const { siteUuid, pixelSeenAt, goals, arrivals, now } = useLoaderData<typeof loader>()
  return (
    <DirectScreen
      title="JavaScript"
      lead="Your pages report products, carts, goals and orders with a line of script."
    >
      <Panel>
        <h2 className="part-title">What it needs</h2>
        <p className="part-lead">
          {pixelSeenAt === null
            ? 'The pixel isn’t installed yet. It carries these calls.'
            : 'The pixel is installed and carries these calls.'}{' '}
          <Link className="text-link" to={`/pixel/${siteUuid}`}>
            {pixelSeenAt === null ? 'Install the pixel' : 'View pixel'}
          </Link>
        </p>
        <p className="part-lead">
          Anyone can send data in a page’s name, so purchases, sign-ups and reviews from pages need
          your approval before visitors see them. Data from your server or your shop doesn’t.
        </p>
      </Panel>
      <PageApiPanel goals={goals} />
      <ArrivalList
        title="Reported by your pages"
        waiting="No purchase, sign-up or review has arrived from your pages yet."
        arrivals={arrivals}
        now={now}
      />
    </DirectScreen>
  )
}
