/** One integration: what it brings, the site's accounts of it, and the ways to connect another one. */
import { data, redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { Link, useActionData, useLoaderData } from '@remix-run/react'
import { requireRight, requireSite } from '#app/auth/guards.server.ts'
import { builtIntegration } from '#app/domain/connections/built-integrations.server.ts'
import {
  beginApproval,
  connectWithSettings,
  type ConnectErrors,
} from '#app/domain/connections/connect.server.ts'
import { beginOAuth } from '#app/domain/connections/oauth-approval.server.ts'
import { chooseAccount, listChoice } from '#app/domain/connections/choose-account.server.ts'
import {
  oauthFaults,
  oauthFaultSentence,
  type FaultyApproval,
} from '#app/domain/connections/oauth-faults.ts'
import { isUuid } from '#app/auth/guards.server.ts'
import { mayDo } from '#app/domain/teams/roles.ts'
import { pageNotFound } from '#app/lib/errors.ts'
import { markOfStore } from '#app/domain/shops/tenants/admin-address.server.ts'
import { readFrameRequest } from '#app/platforms/framed/frame-request.server.ts'
import type { Services } from '#app/services.ts'
import { isNamedOn } from '#app/platforms/other-systems.ts'
import { shopOfAdmin } from '#app/platforms/shopify/entry.server.ts'
import { siteTitle } from '#app/ui/format/document-title.ts'
import type { FormResponse } from '#app/lib/web/form-response.ts'
import { invalidFormResponse, readSubmittedValues } from '#app/lib/web/form-responses.server.ts'
import {
  readApproval,
  readIntegration,
  serviceOf,
  type AccountRow,
} from '#app/presenters/integrations/integration.server.ts'
import {
  givenSettings,
  settingsFields,
} from '#app/presenters/integrations/settings-fields.server.ts'
import { useHost } from '#app/browser/host.ts'
import { useEachAnswer } from '#app/ui/forms/each-answer.ts'
import { Banner } from '#app/ui/kit/banner.tsx'
import { LiveStatus } from '#app/ui/live-status.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { usePolling } from '#app/ui/polling.ts'
import { Screen } from '#app/ui/screen.tsx'
import { Brings } from './brings.tsx'
import { ChoosePanel, ConnectPanel } from './connect-panel.tsx'
import { HealthBadge, HealthNote } from './health-line.tsx'
import { ServiceMark } from './service-mark.tsx'
import { links } from './styles.ts'
import { useWebhookSync } from './use-webhook-sync.ts'

export { headers } from '#app/platforms/headers.ts'
export { outlastOutage as clientLoader } from '#app/ui/polling.ts'
export {
  preserveForm as clientAction,
  skipAfterFault as shouldRevalidate,
} from '#app/ui/forms/preserve-form.ts'
export { links }
export const meta = siteTitle<{ service?: string }>((view) => view?.service ?? 'Integration')

const nameOf = ({ request }: Pick<LoaderFunctionArgs, 'request'>) =>
  new URL(request.url).pathname.replace(/\.data$/, '').split('/')[2] ?? ''

const notBuilt = ({ request }: Pick<LoaderFunctionArgs, 'request'>) => pageNotFound(request)

export async function loader(args: LoaderFunctionArgs) {
  const { account, scope, team } = await requireSite(args)
  const { services } = args.context
  const view = await readIntegration(services, scope, nameOf(args))
  if (!view || !isNamedOn(args.context.platform.name, view.service)) throw notBuilt(args)
  const query = new URL(args.request.url).searchParams
  const begun = query.get('connecting') ?? ''
  const approval = isUuid(begun) ? await readApproval(services, scope, begun) : null
  if (approval === 'connected') throw redirect(connectedPath(begun, query))
  const integration = builtIntegration(view.name)
  const uuid = query.get('choose') ?? ''
  const offered =
    integration && isUuid(uuid)
      ? await listChoice(services, scope, { integration, uuid, userId: account.id })
      : null
  return {
    ...view,
    approval,
    choice: offered?.ok ? { uuid, ...offered.choice } : null,
    choiceFault: offered?.ok === false ? oauthFaultSentence(offered, view.service) : null,
    // Only what the service added to the address says so; the connection stays pending.
    isRefused: approval === 'waiting' && query.get('success') === '0',
    isDisconnected: query.has('disconnected'),
    mayConnect: mayDo(team.role, 'site:edit'),
  }
}

/** Setup leads to this screen, and goes on once the connection works. */
const connectedPath = (uuid: string, query: URLSearchParams) =>
  query.has('setup') ? '/onboarding?step=nudge' : `/integrations/connections/${uuid}?connected`

/**
 * Where the owner is sent. For browsers that run no script, which don't follow a form elsewhere, and for
 * an admin's frame.
 */
type Continue = { continueTo: string }

export async function action(args: ActionFunctionArgs) {
  const { account, scope, team } = await requireSite(args)
  requireRight(team, 'site:edit')
  const { services } = args.context
  const query = new URL(args.request.url).searchParams
  const name = nameOf(args)
  const integration = builtIntegration(name)
  const fields = integration ? settingsFields(integration, {}) : []
  const shown = fields.filter(({ kind }) => kind !== 'secret').map((one) => one.name)
  const typed = await readSubmittedValues(args.request, shown)
  const names = ['way', 'reconnects', 'choose', 'account', ...fields.map((one) => one.name)]
  const sent = await readSubmittedValues(args.request, names)
  if (integration && isUuid(sent['choose'] ?? '')) {
    const chosen = { uuid: sent['choose'] ?? '', chosen: sent['account'] ?? '' }
    const asked = { integration, userId: account.id, ...chosen }
    const connected = await chooseAccount(services, scope, asked)
    if (connected.ok) return redirect(connectedPath(connected.uuid, query))
    return refusedByFault(connected, serviceOf(integration.name), typed)
  }
  const way = integration?.ways.find((one) => one === sent['way'])
  if (!integration || way === undefined) {
    return invalidFormResponse({ '': ['Choose how to connect.'] }, typed)
  }
  const given = givenSettings(fields, sent)
  const by = account.id
  if ((way === 'approve' || way === 'oauth') && args.context.platform.name === 'wix') {
    return invalidFormResponse({ '': [notFromWix(services)] }, typed)
  }
  if (way === 'approve') {
    const { appUrl } = services.config
    const adminOf = await shopOfAdmin(args)
    const inAdmin = adminOf === null ? '' : `&admin=${adminOf}`
    const more = `${query.has('setup') ? '&setup=1' : ''}${inAdmin}`
    const returnUrl = (uuid: string) => `${appUrl}/integrations/approved/${uuid}?of=${name}${more}`
    const begun = await beginApproval(services, scope, { integration, given, by, returnUrl })
    if (!begun.ok) return refusedConnect(begun.errors, typed)
    return continueAt(args, begun.approveUrl)
  }
  if (way === 'oauth') {
    const reconnects = isUuid(sent['reconnects'] ?? '') ? (sent['reconnects'] ?? null) : null
    const adminOf = (await shopOfAdmin(args)) ?? storeOfAdmin(args)
    const asked = { integration, person: account, reconnects, adminOf }
    const begun = await beginOAuth(services, scope, asked)
    if (begun.ok) return continueAt(args, begun.approveUrl)
    return refusedByFault(begun, serviceOf(integration.name), typed)
  }
  const connected = await connectWithSettings(services, scope, { integration, given, by })
  if (!connected.ok) return refusedConnect(connected.errors, typed)
  // An address to paste is on the connection's screen.
  if (way === 'paste') return redirect(`/integrations/connections/${connected.uuid}?connected`)
  return redirect(connectedPath(connected.uuid, query))
}

/** The mark of the store whose control panel frames the page. Null: none does. */
function storeOfAdmin({ request, context: { platform } }: ActionFunctionArgs): string | null {
  const store =
    platform.name === 'bigcommerce' ? readFrameRequest(request, 'bigcommerce').tenant : null
  return store && markOfStore(store)
}

/** Wix’ dashboard opens no page of ours by its address, so nothing could bring the approval back into the frame. */
const notFromWix = ({ config }: Services) =>
  `This approval can’t return to Wix’ dashboard. Set a password under Account, then log in at ${new URL(config.appUrl).host} and connect it there.`

const isInAdmin = ({ context: { platform } }: ActionFunctionArgs) => platform.frame !== undefined

/**
 * Sends the browser to the service. No service's page opens in a frame, so a script leaves the
 * frame.
 */
const continueAt = (args: ActionFunctionArgs, continueTo: string) =>
  args.context.isDataRequest && !isInAdmin(args)
    ? redirect(continueTo)
    : data<Continue>({ continueTo }, { headers: { 'Cache-Control': 'no-store' } })

function refusedByFault(
  refused: FaultyApproval,
  service: string,
  values: Readonly<Record<string, string>>,
) {
  const field = refused.fault === 'notOffered' ? 'account' : ''
  const errors = { [field]: [oauthFaultSentence(refused, service)] }
  return data<FormResponse>({ errors, message: null, values }, oauthFaults[refused.fault].status)
}

function refusedConnect({ fields, form }: ConnectErrors, typed: Readonly<Record<string, string>>) {
  const errors = Object.fromEntries(Object.entries(fields).map(([name, one]) => [name, [one]]))
  return invalidFormResponse(form === null ? errors : { ...errors, '': [form] }, typed)
}

export default function IntegrationScreen() {
  const view = useLoaderData<typeof loader>()
  const { service, summary, brings, ways, accounts, approval, now, mayConnect } = view
  useWebhookSync(view.name === 'shopify' && view.isDisconnected)
  const answer = useActionData<Continue | FormResponse>()
  const continueTo = answer && 'continueTo' in answer ? answer.continueTo : null
  // The form of another screen has no place of its own for it, nor has one that was sent without a script.
  const errors = answer && 'errors' in answer ? answer.errors : {}
  const refusal = (errors[''] ?? errors['account'])?.[0]
  const isWaiting = approval === 'waiting' && !view.isRefused
  const { openTop } = useHost()
  useEachAnswer(continueTo ?? undefined, openTop)
  return (
    <Screen title={service} lead={summary}>
      <div className="parts">
        {view.isDisconnected && (
          <Banner tone="success">{service} disconnected. Data that arrived before is kept.</Banner>
        )}
        {refusal !== undefined && <Banner tone="critical">{refusal}</Banner>}
        {continueTo !== null && (
          <Banner tone="info">
            Next, approve the connection in {service}:{' '}
            <a className="text-link" href={continueTo} target="_top">
              Continue to {new URL(continueTo).host}
            </a>
          </Banner>
        )}
        {view.isRefused && (
          <Banner tone="warning">
            The connection wasn’t approved, so nothing was connected. You can try again below.
          </Banner>
        )}
        {approval === 'gone' && <Gone service={service} hasAccounts={accounts.length > 0} />}
        {isWaiting && <WaitingForService service={service} />}
        {view.choiceFault !== null && <Banner tone="critical">{view.choiceFault}</Banner>}
        {view.choice !== null && view.mayConnect && (
          <ChoosePanel service={service} choice={view.choice} />
        )}
        <Panel>
          <div className="service-head">
            <ServiceMark name={view.name} isLarge />
            <div>
              <h2 className="part-title">What it brings</h2>
              <Brings brings={brings} />
              <p className="prose">
                {brings.every((kind) => kind === 'review') ? reviewsPrivacyNote : privacyNote}
              </p>
            </div>
          </div>
        </Panel>
        {accounts.length > 0 && <Accounts accounts={accounts} now={now} />}
        {!isWaiting && view.choice === null && !view.isByApp && (
          <ConnectPanel
            service={service}
            ways={ways}
            lacks={view.lacks}
            isFurther={accounts.length > 0}
            mayConnect={mayConnect}
            neededPlan={view.neededPlan}
          />
        )}
        <p>
          <Link className="text-link" to="/integrations">
            All integrations
          </Link>
        </p>
      </div>
    </Screen>
  )
}

const privacyNote =
  'Of your customers we keep the first name, city and country. Email addresses are stored as a hash only, and family names not at all.'

/** Review services bring nothing else about a person. */
const reviewsPrivacyNote =
  'Of the people who wrote them we keep the first name. Family names and email addresses aren’t stored.'

/** Asks again until the service has sent its answer, which arrives apart from the browser's return. */
function WaitingForService({ service }: { service: string }) {
  const isLate = usePolling(2_000)
  return (
    <Panel>
      <h2 className="part-title">Connecting</h2>
      <LiveStatus isDone={false}>
        Waiting for {service} to confirm. This page updates automatically.
      </LiveStatus>
      {isLate && <p className="part-lead">This takes longer than usual. We keep trying.</p>}
      <noscript>
        <p>Reload this page to see the result.</p>
      </noscript>
      <p>
        Closed the other page before you approved?{' '}
        <Link className="text-link" to="?">
          Start again
        </Link>
      </p>
    </Panel>
  )
}

const Gone = ({ service, hasAccounts }: { service: string; hasAccounts: boolean }) =>
  hasAccounts ? (
    <Banner tone="info">
      That approval has been completed or has ended. Your connected accounts are below.
    </Banner>
  ) : (
    <Banner tone="critical">
      {service} sent access that doesn’t work, so nothing was connected. Check the address, and that
      the person who approves is an administrator there. Then try again.
    </Banner>
  )

type AccountsProps = { accounts: readonly AccountRow[]; now: Date }

const Accounts = ({ accounts, now }: AccountsProps) => (
  <Panel>
    <h2 className="part-title">Connected accounts</h2>
    <ul className="rows">
      {accounts.map(({ uuid, account, health, lastRecordAt }) => (
        <li key={uuid} className="rows__row break-anywhere">
          <Link className="text-link" to={`/integrations/connections/${uuid}`}>
            {account}
          </Link>
          <span>
            <HealthBadge health={health} />{' '}
            <HealthNote health={health} lastRecordAt={lastRecordAt} now={now} />
          </span>
        </li>
      ))}
    </ul>
  </Panel>
)
