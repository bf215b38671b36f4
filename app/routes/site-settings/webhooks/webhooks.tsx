/** Webhooks of a site: list and add. */
import { data, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { requireRight, requireSite, requireVerified } from '#app/auth/guards.server.ts'
import { maxEndpoints } from '#app/contract/webhooks.ts'
import { requireRecentTwoFactor } from '#app/domain/accounts/two-factor/require-step-up.server.ts'
import { mayDo } from '#app/domain/teams/roles.ts'
import { createEndpoint, listEndpoints } from '#app/domain/webhooks/endpoints.server.ts'
import { endpointLists, newEndpointInput } from '#app/domain/webhooks/endpoint.ts'
import {
  invalidFormResponse,
  readSubmittedValues,
  refusedFormResponse,
} from '#app/lib/web/form-responses.server.ts'
import { readForm } from '#app/lib/web/forms.ts'
import { siteTitle } from '#app/ui/format/document-title.ts'
import { Empty } from '#app/ui/empty.tsx'
import { Banner } from '#app/ui/kit/banner.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { EndpointTable } from './endpoint-table.tsx'
import { NewEndpoint, type CreatedEndpoint } from './new-endpoint.tsx'

export { headers } from '#app/platforms/headers.ts'
export {
  preserveForm as clientAction,
  skipAfterFault as shouldRevalidate,
} from '#app/ui/forms/preserve-form.ts'
export const meta = siteTitle('Webhooks')

export async function loader(args: LoaderFunctionArgs) {
  const { account, scope, team } = await requireSite(args)
  const { services } = args.context
  return {
    endpoints: await listEndpoints(services, scope),
    now: services.now(),
    mayEdit: mayDo(team.role, 'site:edit'),
    isVerified: account.isVerified,
    isDeleted: new URL(args.request.url).searchParams.has('deleted'),
  }
}

export async function action(args: ActionFunctionArgs) {
  const { account, scope, team } = await requireSite(args)
  requireRight(team, 'site:edit')
  requireVerified(account)
  const { services } = args.context
  const typed = await readSubmittedValues(args.request, ['url'])
  const form = await readForm(args.request, newEndpointInput, endpointLists)
  if (!form.ok) return invalidFormResponse(form.errors, typed)

  try {
    await requireRecentTwoFactor(services, account)
    const wanted = { ...form.value, actor: account }
    const { endpoint, secret } = await createEndpoint(services, scope, wanted)
    const made = { uuid: endpoint.uuid, secret }
    return data<CreatedEndpoint>(made, { headers: { 'Cache-Control': 'no-store' } })
  } catch (error) {
    return refusedFormResponse(error, typed)
  }
}

export default function Webhooks() {
  const { endpoints, now, mayEdit, isVerified, isDeleted } = useLoaderData<typeof loader>()
  const isFull = endpoints.length >= maxEndpoints
  return (
    <div className="parts">
      {isDeleted && <Banner tone="success">Webhook deleted</Banner>}
      {/* The form keeps its place, and so its new secret, once there is a first webhook. */}
      <div className={endpoints.length === 0 ? 'pair' : 'parts'}>
        <Panel>
          <h2 className="part-title">Webhooks</h2>
          <p className="part-lead">
            A webhook sends this site’s new purchases, sign-ups and other events to another program
            within seconds: your CRM, a spreadsheet, your own server. To use Zapier, connect it with
            an API token instead. It adds its webhooks here automatically.
          </p>
          {endpoints.length === 0 ? (
            <Empty title="No webhooks yet">
              {mayEdit
                ? 'Add the URL of the program that should get this site’s events.'
                : 'Ask an editor in your organization to add one.'}
            </Empty>
          ) : (
            <EndpointTable endpoints={endpoints} now={now} />
          )}
        </Panel>
        {mayEdit && isVerified && !isFull && <NewEndpoint isFirst={endpoints.length === 0} />}
      </div>
      {mayEdit && !isVerified && (
        <Panel>
          <p className="part-lead">Confirm your email address to add webhooks.</p>
        </Panel>
      )}
      {isFull && (
        <Panel>
          <p className="part-lead">
            You’ve reached the maximum number of webhooks for this site. Delete one to add another.
          </p>
        </Panel>
      )}
    </div>
  )
}
