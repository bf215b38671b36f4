/** One connection: its health, what arrived, what the service sent, and how to change or end it. */
import { data, redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { Link, useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { isUuid, requireRight, requireSite } from '#app/auth/guards.server.ts'
import { mayDoInPerson } from '#app/auth/impersonated-writes.server.ts'
import { changeSettings } from '#app/domain/connections/change-settings.server.ts'
import type { Connection } from '#app/domain/connections/connection.server.ts'
import {
  disconnect,
  findSiteConnection,
  pauseConnection,
  replayDeliveries,
  resumeConnection,
} from '#app/domain/connections/manage-connections.server.ts'
import { checkPageNow } from '#app/domain/connections/reviews/check-page.server.ts'
import { tryNow } from '#app/domain/connections/try-now.server.ts'
import { pageNotFound } from '#app/lib/errors.ts'
import { siteTitle } from '#app/ui/format/document-title.ts'
import {
  invalidFormResponse,
  readSubmittedValues,
  refusedFormResponse,
} from '#app/lib/web/form-responses.server.ts'
import { readForm } from '#app/lib/web/forms.ts'
import { isRunning } from '#app/presenters/integrations/health.ts'
import { changeableFields, readConnection } from '#app/presenters/integrations/connection.server.ts'
import { givenSettings } from '#app/presenters/integrations/settings-fields.server.ts'
import type { Saved } from '#app/ui/forms/form-fetcher.ts'
import { Banner } from '#app/ui/kit/banner.tsx'
import thumbnailCss from '#app/ui/nudge-preview/thumbnail.css?url'
import { usePolling } from '#app/ui/polling.ts'
import { Panel } from '#app/ui/panel.tsx'
import { Screen } from '#app/ui/screen.tsx'
import {
  AccountPart,
  DisconnectPart,
  HealthPanel,
  PastePanel,
  ReconnectPanel,
} from './connection-panels.tsx'
import { DeliveriesPanel } from './deliveries-panel.tsx'
import { FirstRecordPanel } from './first-record-panel.tsx'
import { ReviewPagePanel } from './review-page-panel.tsx'
import { links as integrationLinks } from './styles.ts'
import { useWebhookSync } from './use-webhook-sync.ts'

export { headers } from '#app/platforms/headers.ts'
export { outlastOutage as clientLoader } from '#app/ui/polling.ts'
export {
  preserveForm as clientAction,
  skipAfterFault as shouldRevalidate,
} from '#app/ui/forms/preserve-form.ts'
export const links = () => [...integrationLinks(), { rel: 'stylesheet', href: thumbnailCss }]
export const meta = siteTitle<{ service?: string }>((view) => view?.service ?? 'Connection')

type Args = Pick<LoaderFunctionArgs, 'params' | 'request'>

const notFound = ({ request }: Args) => pageNotFound(request)

function uuidOf(args: Args): string {
  const uuid = args.params['uuid'] ?? ''
  if (!isUuid(uuid)) throw notFound(args)
  return uuid
}

const rowId = z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER)

export async function loader(args: LoaderFunctionArgs) {
  const { account, scope, team } = await requireSite(args)
  const query = new URL(args.request.url).searchParams
  const asked = rowId.safeParse(query.get('delivery'))
  const mayChange = mayDoInPerson({ account, team }, 'site:edit')
  const view = await readConnection(args.context.services, scope, {
    uuid: uuidOf(args),
    asked: asked.success ? asked.data : null,
    mayChange,
  })
  if (!view) throw notFound(args)
  // It has a screen of its own.
  if (view.name === 'smart_webhook') {
    throw redirect(`/integrations/smart-webhook/${view.uuid}/edit`)
  }
  return { ...view, isNew: query.has('connected'), mayChange }
}

const changeInput = z.discriminatedUnion('intent', [
  z.object({
    intent: z.enum(['pause', 'resume', 'retry', 'check-page', 'disconnect', 'settings']),
  }),
  z.object({ intent: z.literal('replay'), delivery: rowId }),
])

export async function action(args: ActionFunctionArgs) {
  const { account, scope, team } = await requireSite(args)
  requireRight(team, 'site:edit')
  const { services } = args.context
  const connection = await findSiteConnection(services, scope, uuidOf(args))
  if (!connection || connection.state === 'ended') throw notFound(args)
  if (connection.integration.name === 'smart_webhook') throw notFound(args)
  const copy = args.request.clone()
  const form = await readForm(args.request, changeInput)
  if (!form.ok) return invalidFormResponse(form.errors)

  switch (form.value.intent) {
    case 'pause':
      await pauseConnection(services, connection)
      return data<Saved>({ saved: 'Connection paused' })
    case 'resume':
      await resumeConnection(services, connection)
      return data<Saved>({ saved: 'Connection resumed' })
    case 'retry':
      return retry(args, connection, account.email)
    case 'check-page':
      return checkPage(args, connection, account.email)
    case 'disconnect':
      await disconnect(services, connection)
      return redirect(`/integrations/${connection.integration.name}?disconnected`)
    case 'replay': {
      const count = await replayDeliveries(services, connection, [form.value.delivery])
      if (count === 0) return invalidFormResponse({ '': ['This delivery is no longer stored.'] })
      return data<Saved>({ saved: 'The delivery is processed again' })
    }
    case 'settings':
      return saveSettings(args, connection, copy)
  }
}

async function retry(
  { context: { services, clientAddress: address } }: ActionFunctionArgs,
  connection: Connection,
  account: string,
) {
  try {
    const tried = await tryNow(services, connection, { account, address })
    if (!tried.ok) return invalidFormResponse({ '': [tried.sentence] })
    return data<Saved>({ saved: 'Connection checked' })
  } catch (error) {
    return refusedFormResponse(error)
  }
}

async function checkPage(
  { context: { services, clientAddress: address } }: ActionFunctionArgs,
  connection: Connection,
  account: string,
) {
  try {
    const isProved = await checkPageNow(services, connection, { account, address })
    return data<Saved>({
      saved: isProved ? 'Review page verified' : 'Page checked, not verified yet',
    })
  } catch (error) {
    return refusedFormResponse(error)
  }
}

async function saveSettings(
  { context: { services } }: ActionFunctionArgs,
  connection: Connection,
  request: Request,
) {
  const fields = changeableFields(connection)
  const sent = await readSubmittedValues(
    request,
    fields.map(({ name }) => name),
  )
  const isSecret = (name: string) =>
    fields.some((one) => one.name === name && one.kind === 'secret')
  const typed = Object.fromEntries(Object.entries(sent).filter(([name]) => !isSecret(name)))
  const changed = await changeSettings(services, connection, givenSettings(fields, sent))
  if (changed.ok) return data<Saved>({ saved: 'Connection checked and saved' })
  const { fields: refused, form } = changed.errors
  const errors = Object.fromEntries(Object.entries(refused).map(([name, one]) => [name, [one]]))
  return invalidFormResponse(form === null ? errors : { ...errors, '': [form] }, typed)
}

export default function ConnectionScreen() {
  const view = useLoaderData<typeof loader>()
  const { service, account, name, health, mayChange } = view
  useWebhookSync(name === 'shopify' && view.isNew)
  // The settings depend on the approval.
  const isLost = health.state === 'lost'
  const needsApproval = view.isApproved && isLost
  const settings = view.fields !== null && view.fields.length > 0 && !needsApproval && (
    <AccountPart
      key={view.uuid}
      service={service}
      fields={view.fields}
      isLost={isLost}
      isAggregated={view.isAggregated}
    />
  )
  const isLive = isRunning(health.state)
  return (
    <Screen title={service} lead={account}>
      <div className="parts">
        {view.isNew && isLive && (
          <Banner tone="success">
            {service} connected.
            {view.isReadingPast && ' Past data is being read, and new data arrives automatically.'}
            {!view.isReadingPast && ' New data arrives automatically.'}
          </Banner>
        )}
        <div className="pair">
          <HealthPanel view={view} mayChange={mayChange} />
          <FirstRecordPanel view={view} mayChange={mayChange} />
        </div>
        {view.reviewPage !== null && (
          <ReviewPagePanel service={service} view={view.reviewPage} mayChange={mayChange} />
        )}
        {isLost && settings && (
          <Panel>
            <div className="folds">{settings}</div>
          </Panel>
        )}
        {view.fields !== null && needsApproval && (
          <ReconnectPanel service={service} name={name} uuid={view.uuid} />
        )}
        {view.paste !== null && (
          <PastePanel service={service} paste={view.paste} isFolded={view.lastRecordAt !== null} />
        )}
        {view.deliveries !== null && (
          <DeliveriesPanel
            deliveries={view.deliveries}
            shown={view.shown}
            now={view.now}
            mayChange={mayChange}
          />
        )}
        {view.fields !== null && (
          <Panel>
            <div className="folds">
              {!isLost && settings}
              <DisconnectPart service={service} />
            </div>
          </Panel>
        )}
        <p>
          <Link className="text-link" to={`/integrations/${name}`}>
            More about {service}
          </Link>{' '}
          ·{' '}
          <Link className="text-link" to="/integrations">
            All integrations
          </Link>
        </p>
      </div>
      {isLive && <Refreshing />}
    </Screen>
  )
}

/** While something may arrive. */
function Refreshing() {
  usePolling(4_000)
  return null
}
