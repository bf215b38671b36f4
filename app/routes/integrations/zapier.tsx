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
import { Empty } from '#app/ui/empty.tsx'
import { Badge } from '#app/ui/kit/badge.tsx'
import { Button } from '#app/ui/kit/button.tsx'
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
    appUrl: services.config.zapierAppUrl ?? null,
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
  const { appUrl, endpoint, hooks } = useLoaderData<typeof loader>()
  return (
    <DirectScreen
      title="Zapier"
      lead={
        appUrl
          ? 'Zaps send purchases, sign-ups and reviews from thousands of apps to this site, and start when something happens here.'
          : 'Zaps send purchases, sign-ups and reviews from thousands of apps to this site.'
      }
    >
      {appUrl ? <ByApp appUrl={appUrl} /> : <ByWebhook endpoint={endpoint} />}
      {(appUrl !== null || hooks.length > 0) && <Subscribed hooks={hooks} />}
    </DirectScreen>
  )
}

/** Our app in Zapier, where it is published. */
const ByApp = ({ appUrl }: { appUrl: string }) => (
  <>
    <Panel>
      <h2 className="part-title">What it brings</h2>
      <Brings brings={brings} />
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
          Under <ApiTokens />, create a token that can read sites, read and add activities, read
          goals and subscribe to webhooks.
        </li>
        <li>Open Footfall in Zapier, create a Zap, and paste the token when it asks for one.</li>
        <li>Choose one of the steps above and this site.</li>
      </ol>
      <Button url={appUrl} variant="primary" external>
        Open Footfall in Zapier
      </Button>
    </Panel>
  </>
)

/** Zapier's own step for any web address, where our app isn't published. */
const ByWebhook = ({ endpoint }: { endpoint: string }) => (
  <Panel>
    <h2 className="part-title">Connect it</h2>
    <Brings brings={brings} />
    <ol className="connect-steps stack gap-8 bullets prose mt-8 mb-20">
      <li>
        Under <ApiTokens />, create a token that can add activities.
      </li>
      <li>
        In Zapier, create a Zap that starts in the app with your data, and add the action Webhooks
        by Zapier with the event POST. Choose JSON as the payload type.
      </li>
      <li>
        Enter this address and header, with your token in place of YOUR_TOKEN. These names are
        needed for a sign-up:
      </li>
    </ol>
    <div className="parts">
      <CopyCode code={endpoint} name="address" />
      <CopyCode code="Authorization: Bearer YOUR_TOKEN" name="header" />
      <CopyCode
        code={`kind: signup\nid: ID OF THE RECORD\noccurred_at: ITS TIME\nperson__first_name: FIRST NAME`}
        name="data"
      />
      <p className="part-lead">
        Footfall’s app isn’t published in Zapier for this installation, so Zaps can’t start from
        this site. Its operator can publish it.
      </p>
    </div>
  </Panel>
)

const brings = ['purchase', 'signup', 'review'] as const

const ApiTokens = () => (
  <Link className="text-link" to="/account/api-tokens">
    API tokens
  </Link>
)

type Hooks = ReturnType<typeof useLoaderData<typeof loader>>['hooks']

const Subscribed = ({ hooks }: { hooks: Hooks }) => (
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
            <Cell label="When">{events.map((event) => eventLabels[event].name).join(', ')}</Cell>
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
)
