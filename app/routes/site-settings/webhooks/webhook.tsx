/** One webhook: edit, secret, test, pause, log, delete. */
import { data, redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { Link, useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { requireRight, requireSite, requireVerified, uuidParam } from '#app/auth/guards.server.ts'
import type { Account } from '#app/domain/accounts/account.ts'
import { requireRecentTwoFactor } from '#app/domain/accounts/two-factor/require-step-up.server.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import { mayDo } from '#app/domain/teams/roles.ts'
import { numericId } from '#app/domain/teams/team.ts'
import {
  changeEndpoint,
  deleteEndpoint,
  readEndpoint,
  rotateSecret,
  setEndpointPaused,
} from '#app/domain/webhooks/endpoints.server.ts'
import { endpointInput, endpointLists, eventLabels } from '#app/domain/webhooks/endpoint.ts'
import { listMessages, resendMessage, sendTest } from '#app/domain/webhooks/log.server.ts'
import {
  invalidFormResponse,
  readSubmittedValues,
  refusedFormResponse,
} from '#app/lib/web/form-responses.server.ts'
import { readForm } from '#app/lib/web/forms.ts'
import { siteTitle } from '#app/ui/format/document-title.ts'
import type { Services } from '#app/services.ts'
import { Details } from '#app/ui/details.tsx'
import { Fold } from '#app/ui/folds/fold.tsx'
import { FormDetails } from '#app/ui/forms/form-details.tsx'
import { ConfirmForm } from '#app/ui/forms/confirm-form.tsx'
import type { Saved } from '#app/ui/forms/form-fetcher.ts'
import { SettingsForm } from '#app/ui/forms/settings-form.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { EndpointFields } from './endpoint-fields.tsx'
import { EndpointStatus } from './endpoint-status.tsx'
import { MessageLog } from './message-log.tsx'
import { RotateSecret, type RotatedSecret } from './rotate-secret.tsx'

export { headers } from '#app/platforms/headers.ts'
export { outlastOutage as clientLoader } from '#app/ui/polling.ts'
export {
  preserveForm as clientAction,
  skipAfterFault as shouldRevalidate,
} from '#app/ui/forms/preserve-form.ts'
export const meta = siteTitle('Webhook')

/** The position in the log. */
const searchInput = z.object({ before: numericId.nullable().catch(null) })

export async function loader(args: LoaderFunctionArgs) {
  const { scope, team } = await requireSite(args)
  const { services } = args.context
  const uuid = uuidParam(args, 'id')
  const endpoint = await readEndpoint(services, scope, uuid)
  const search = new URL(args.request.url).searchParams
  const { before } = searchInput.parse({ before: search.get('before') })
  const { messages, next } = await listMessages(services, scope, { endpoint: uuid, before })
  return {
    endpoint,
    messages,
    next,
    isFirst: before === null,
    now: services.now(),
    mayEdit: mayDo(team.role, 'site:edit'),
  }
}

export async function action(args: ActionFunctionArgs) {
  const { account, scope, team } = await requireSite(args)
  requireRight(team, 'site:edit')
  requireVerified(account)
  const { services } = args.context
  const uuid = uuidParam(args, 'id')
  await readEndpoint(services, scope, uuid)
  const typed = await readSubmittedValues(args.request, ['url'])
  const form = await readForm(args.request, endpointInput, endpointLists)
  if (!form.ok) return invalidFormResponse(form.errors, typed)
  try {
    return await act(services, { account, scope, uuid }, form.value)
  } catch (error) {
    return refusedFormResponse(error, typed)
  }
}

type Which = { account: Account; scope: SiteScope; uuid: string }

async function act(
  services: Services,
  { account, scope, uuid }: Which,
  input: z.output<typeof endpointInput>,
) {
  const which = { uuid, actor: account }
  switch (input.intent) {
    case 'change':
      await requireRecentTwoFactor(services, account)
      await changeEndpoint(services, scope, { ...which, url: input.url, events: input.events })
      return data<Saved>({ saved: 'Webhook saved' })
    case 'rotate': {
      await requireRecentTwoFactor(services, account)
      const secret = await rotateSecret(services, scope, which)
      return data<RotatedSecret>({ secret }, { headers: { 'Cache-Control': 'no-store' } })
    }
    case 'pause':
    case 'resume': {
      const isPaused = input.intent === 'pause'
      await setEndpointPaused(services, scope, { ...which, isPaused })
      return data<Saved>({ saved: isPaused ? 'Webhook paused' : 'Webhook resumed' })
    }
    case 'test':
      await sendTest(services, scope, uuid)
      return data<Saved>({ saved: 'Test sent' })
    case 'resend':
      await resendMessage(services, scope, { endpoint: uuid, message: input.message })
      return data<Saved>({ saved: 'Event sent again' })
    case 'delete':
      await deleteEndpoint(services, scope, which)
      return redirect('/site-settings/webhooks?deleted')
  }
}

export default function Webhook() {
  const { endpoint, mayEdit, now, messages, next, isFirst } = useLoaderData<typeof loader>()
  const { host } = new URL(endpoint.url)
  return (
    <div className="parts">
      <EndpointStatus endpoint={endpoint} now={now} mayEdit={mayEdit} />
      <MessageLog
        {...{ messages, next, isFirst, now, mayEdit }}
        path={`/site-settings/webhooks/${endpoint.uuid}`}
        isPaused={endpoint.state === 'paused'}
      />
      {mayEdit && (
        <Panel>
          <div className="folds">
            <FormDetails
              hidden={{ intent: 'change' }}
              isRow
              summary={
                <Fold
                  title="URL and events"
                  note={endpoint.events.map((event) => eventLabels[event].name).join(', ')}
                />
              }
            >
              <SettingsForm hidden={{ intent: 'change' }} action="Save webhook">
                {(answer) => (
                  <EndpointFields answer={answer} url={endpoint.url} events={endpoint.events} />
                )}
              </SettingsForm>
            </FormDetails>
            <RotateSecret previousUntil={endpoint.previousUntil} now={now} />
            <Details isRow summary={<Fold title="Delete webhook" />}>
              <p className="part-lead">
                {host} gets no more events, and the log is deleted. You can’t undo this.
              </p>
              <ConfirmForm
                hidden={{ intent: 'delete' }}
                action="Delete webhook"
                title={`Delete the webhook to ${host}?`}
                confirm="Delete webhook"
              >
                <p>Events that are still waiting for it aren’t sent.</p>
              </ConfirmForm>
            </Details>
          </div>
        </Panel>
      )}
      <p>
        <Link className="text-link" to="/site-settings/webhooks">
          Back to webhooks
        </Link>
      </p>
    </div>
  )
}
