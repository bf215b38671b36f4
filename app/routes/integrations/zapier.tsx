/** Zapier: what its app can do, how it connects, and which Zaps listen to this site now. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { Link, useLoaderData } from '@remix-run/react'
import { requireSite } from '#app/auth/guards.server.ts'
import { eventLabels } from '#app/domain/webhooks/endpoint.ts'
import { listEndpoints } from '#app/domain/webhooks/endpoints.server.ts'
import { zapierSteps } from '#app/presenters/integrations/zapier-steps.ts'
import { requireFeature } from '#app/domain/plans/entitlements.ts'
import { readEntitlements } from '#app/domain/plans/team-plan.server.ts'
import { siteTitle } from '#app/ui/format/document-title.ts'
import { formatDate } from '#app/ui/format/format-time.ts'
import { CopyCode } from '#app/ui/copy-code.tsx'
import { Details } from '#app/ui/details.tsx'
import { Empty } from '#app/ui/empty.tsx'
import { Badge } from '#app/ui/kit/badge.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { Cell, Row, RowHead, Table } from '#app/ui/table.tsx'
import { Brings } from './brings.tsx'
import { DirectScreen } from './direct-screen.tsx'
import { links } from './styles.ts'

export { headers } from '#app/platforms/headers.ts'
export { GatedError as ErrorBoundary } from '#app/ui/billing/gated-error.tsx'
export { links }
export const meta = siteTitle('Zapier')

export async function loader(args: LoaderFunctionArgs) {
  const { scope, site } = await requireSite(args)
  const { services } = args.context
  requireFeature(await readEntitlements(services, scope), 'integrations.zapier')
  const endpoints = await listEndpoints(services, scope)
  return {
    endpoint: `${services.config.appUrl}/api/v1/sites/${site.uuid}/activities`,
    hooks: endpoints.flatMap(({ uuid, url, token, events, state, createdAt }) =>
      // Only programs subscribe with a token; the others were added on the Webhooks screen.
      token === null
        ? []
        : [
            {
              uuid,
              host: new URL(url).host,
              token,
              events,
              isActive: state === 'active',
              createdAt,
            },
          ],
    ),
  }
}

export default function Zapier() {
  const { endpoint, hooks } = useLoaderData<typeof loader>()
  return (
    <DirectScreen
      title="Zapier"
      lead="Zaps send purchases, sign-ups and reviews from thousands of apps to this site, and start when something happens here."
    >
      <Panel>
        <h2 className="part-title">What it brings</h2>
        <Brings brings={['purchase', 'signup', 'review']} />
        <Table caption="Steps of a Zap" columns={[{ label: 'Step' }, { label: 'What it does' }]}>
          {zapierSteps.map(({ label, kind, about }) => (
            <Row key={label}>
              <RowHead>{label}</RowHead>
              <Cell label="What it does" isText>
                {kind === 'trigger' ? 'Starts a Zap. ' : ''}
                {about}
              </Cell>
            </Row>
          ))}
        </Table>
      </Panel>
      <Panel>
        <h2 className="part-title">Connect it</h2>
        <ol className="connect-steps stack gap-8 bullets prose mt-8 mb-20">
          <li>
            Under{' '}
            <Link className="text-link" to="/account/api-tokens">
              API tokens
            </Link>
            , create a token that can read sites, read and add activities, read goals and subscribe
            to webhooks.
          </li>
          <li>
            In Zapier, create a Zap, choose Footfall and paste the token when it asks for one.
          </li>
          <li>Choose one of the steps above and this site.</li>
        </ol>
        <Details summary="Use Webhooks by Zapier instead">
          <p className="part-lead">
            If Zapier doesn’t list our app, add the action Webhooks by Zapier with the event POST
            and JSON as the payload type. Enter this address and header, with your token in place of
            YOUR_TOKEN. These names are needed for a sign-up:
          </p>
          <div className="parts">
            <CopyCode code={endpoint} name="address" />
            <CopyCode code="Authorization: Bearer YOUR_TOKEN" name="header" />
            <CopyCode
              code={`kind: signup\nid: ID OF THE RECORD\noccurred_at: ITS TIME\nperson__first_name: FIRST NAME`}
              name="data"
            />
          </div>
        </Details>
      </Panel>
      <Panel>
        <h2 className="part-title">Subscribed now</h2>
        {hooks.length === 0 ? (
          <Empty title="No subscriptions yet">
            A Zap that starts with this site appears here when you turn it on.
          </Empty>
        ) : (
          <Table
            caption="Subscribed now"
            columns={[
              { label: 'Sends to' },
              { label: 'When' },
              { label: 'Token' },
              { label: 'Status' },
            ]}
          >
            {hooks.map(({ uuid, host, token, events, isActive, createdAt }) => (
              <Row key={uuid}>
                <RowHead>
                  <Link className="text-link" to={`/site-settings/webhooks/${uuid}`}>
                    {host}
                  </Link>
                </RowHead>
                <Cell label="When">
                  {events.map((event) => eventLabels[event].name).join(', ')}
                </Cell>
                <Cell label="Token">
                  {token}, {formatDate(createdAt)}
                </Cell>
                <Cell label="Status">
                  <Badge {...(isActive ? { tone: 'success' as const } : {})}>
                    {isActive ? 'On' : 'Paused'}
                  </Badge>
                </Cell>
              </Row>
            ))}
          </Table>
        )}
      </Panel>
    </DirectScreen>
  )
}
