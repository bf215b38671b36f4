/** Vitals: its reviews arrive in a file, or by a smart webhook. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { notFound, requireSite } from '#app/auth/guards.server.ts'
import { requireFeature } from '#app/domain/plans/entitlements.ts'
import { readEntitlements } from '#app/domain/plans/team-plan.server.ts'
import { mayDo } from '#app/domain/teams/roles.ts'
import { isNamedOn } from '#app/platforms/other-systems.ts'
import { DownloadLink } from '#app/ui/links/download-link.tsx'
import { siteTitle } from '#app/ui/format/document-title.ts'
import { Button } from '#app/ui/kit/button.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { Brings } from './brings.tsx'
import { DirectScreen } from './direct-screen.tsx'
import { links } from './styles.ts'

export { headers } from '#app/platforms/headers.ts'
export { GatedError as ErrorBoundary } from '#app/ui/billing/gated-error.tsx'
export { links }
export const meta = siteTitle('Vitals')

export async function loader(args: LoaderFunctionArgs) {
  const { scope, team } = await requireSite(args)
  // It's an app of another shop system.
  if (!isNamedOn(args.context.platform.name, 'Shopify')) throw notFound(args)
  requireFeature(await readEntitlements(args.context.services, scope), 'integrations.vitals')
  return { mayChange: mayDo(team.role, 'site:edit') }
}

export default function Vitals() {
  const { mayChange } = useLoaderData<typeof loader>()
  return (
    <DirectScreen
      title="Vitals"
      lead="Reviews that your Shopify shop collects with the Vitals app become review nudges."
    >
      <Panel>
        <h2 className="part-title">What it brings</h2>
        <Brings brings={['review']} />
        <p className="part-lead">
          Vitals is an app for Shopify shops. It has no public API that we know of, so its reviews
          come from a file or through a smart webhook.
        </p>
      </Panel>
      <Panel>
        <h2 className="part-title">Import a file</h2>
        <ol className="connect-steps stack gap-8 bullets prose mt-8 mb-20">
          <li>
            Get your reviews as a CSV file with one review per row. Ask Vitals support whether it
            exports one.
          </li>
          <li>
            Check the columns. ID, date and stars from 1 to 5 are required. Reviewer, review text,
            product, product URL and product image are optional, and other columns are ignored.{' '}
            <DownloadLink to="/data-feeds/imports/sample?kind=review">Sample file</DownloadLink>
          </li>
          <li>
            Import the file as reviews. You’ll match its columns and see the reviews before any of
            them is imported.
          </li>
        </ol>
        <p className="part-lead">
          To add newer reviews later, import a newer file. A review whose ID was imported before
          isn’t added again.
        </p>
        <p>
          <Button url="/data-feeds/imports?kind=review" variant="primary">
            {mayChange ? 'Import reviews' : 'View imports'}
          </Button>
        </p>
      </Panel>
      <Panel>
        <h2 className="part-title">Send reviews automatically</h2>
        <p className="part-lead">
          Do you have an automation that knows about new reviews and can call a URL? It can send
          each review to a smart webhook.
        </p>
        <ol className="connect-steps stack gap-8 bullets prose mt-8 mb-20">
          <li>Create a smart webhook and copy its URL.</li>
          <li>In your automation, send each new review to that URL as JSON.</li>
          <li>Choose which fields are the review’s ID, date, stars and text.</li>
        </ol>
        <p>
          <Button url="/integrations/smart-webhook">
            {mayChange ? 'Create smart webhook' : 'View smart webhooks'}
          </Button>
        </p>
      </Panel>
    </DirectScreen>
  )
}
