/**
 * Where a service sends a person back to after an approval by OAuth. The login's cookie is strict, so the
 * request that the service began doesn't carry it: this page needs no login, changes nothing, and sends
 * its own form, which does. The address names the approval, so nothing of it is repeated in the page. An
 * approval that began in a shop's admin goes on there, where the admin proves who the person is.
 */
import { data, redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import {
  Form,
  Link,
  useActionData,
  useLoaderData,
  useNavigation,
  useSubmit,
} from '@remix-run/react'
import { useEffect, useRef } from 'react'
import { z } from 'zod'
import { requireRight, requireSite } from '#app/auth/guards.server.ts'
import { builtIntegration } from '#app/domain/connections/built-integrations.server.ts'
import { finishOAuth } from '#app/domain/connections/oauth-approval.server.ts'
import { oauthFaults, oauthFaultSentence } from '#app/domain/connections/oauth-faults.ts'
import { findShopOfApproval } from '#app/domain/shops/return-to-admin.server.ts'
import { findAdminOfApproval } from '#app/domain/shops/tenants/admin-address.server.ts'
import { adminAppUrl } from '#app/platforms/shopify/entry.server.ts'
import { errorCatalog, Refusal } from '#app/lib/errors.ts'
import { serviceOf } from '#app/presenters/integrations/integration.server.ts'
import { screenTitle } from '#app/ui/format/document-title.ts'
import { Button } from '#app/ui/kit/button.tsx'
import { Screen } from '#app/ui/screen.tsx'

export { headers } from '#app/platforms/headers.ts'
export const meta = screenTitle('Connecting')

function integrationOf({ request }: Pick<LoaderFunctionArgs, 'request'>) {
  const { pathname } = new URL(request.url)
  const integration = builtIntegration(pathname.split('/')[2] ?? '')
  if (!integration) throw new Refusal('not_found', errorCatalog.notFound(pathname))
  return integration
}

export async function loader(args: LoaderFunctionArgs) {
  const { name } = integrationOf(args)
  const admin = await addressInAdmin(args)
  if (admin !== null) throw redirect(admin)
  return { name, service: serviceOf(name) }
}

/** Ignores everything else that the service adds. */
const returnedShape = z.object({
  state: z.string().max(200).catch(''),
  code: z.string().min(1).max(4_096).nullable().catch(null),
  error: z.string().max(200).nullable().catch('invalid'),
})

/** Where an approval goes on that began in a shop's admin. Null: here. */
async function addressInAdmin(args: LoaderFunctionArgs): Promise<string | null> {
  const { services, platform } = args.context
  const { pathname, searchParams } = new URL(args.request.url)
  if (platform.frame !== undefined) return null
  const shop = await findShopOfApproval(services, searchParams.get('state') ?? '')
  const names = ['state', 'code', 'error'].filter((name) => searchParams.has(name))
  const query = new URLSearchParams(names.map((name) => [name, searchParams.get(name) ?? '']))
  const path = `${pathname}?${query.toString()}`
  if (shop !== null) return adminAppUrl(args, shop, path)
  const inStore = await findAdminOfApproval(services, searchParams.get('state') ?? '')
  return inStore?.(path) ?? null
}

type NotConnected = { sentence: string }

export async function action(args: ActionFunctionArgs) {
  const { account, scope, team } = await requireSite(args)
  requireRight(team, 'site:edit')
  const integration = integrationOf(args)
  const query = new URL(args.request.url).searchParams
  const returned = returnedShape.parse({
    state: query.get('state'),
    code: query.get('code'),
    error: query.get('error'),
  })
  const asked = { integration, userId: account.id, ...returned }
  const finished = await finishOAuth(args.context.services, scope, asked)
  if (finished.ok && finished.mustChoose) {
    return redirect(`/integrations/${integration.name}?choose=${finished.uuid}`)
  }
  if (finished.ok) return redirect(`/integrations/connections/${finished.uuid}?connected`)
  const sentence = oauthFaultSentence(finished, serviceOf(integration.name))
  return data<NotConnected>({ sentence }, { status: oauthFaults[finished.fault].status })
}

export default function OAuthCallback() {
  const { name, service } = useLoaderData<typeof loader>()
  const refused = useActionData<NotConnected>()
  if (!refused) return <Finishing service={service} />
  return (
    <Screen title={`${service} wasn’t connected`} lead={refused.sentence}>
      <p className="auth-form__other">
        <Link className="text-link" to={`/integrations/${name}`} replace>
          Back to {service}
        </Link>
      </p>
    </Screen>
  )
}

/** Continues automatically, once. Without JavaScript, the button does. */
function Finishing({ service }: { service: string }) {
  const submit = useSubmit()
  const form = useRef<HTMLFormElement>(null)
  const isSent = useRef(false)
  const { state } = useNavigation()
  useEffect(() => {
    if (isSent.current) return
    isSent.current = true
    submit(form.current, { replace: true })
  }, [submit])

  return (
    <Screen
      title={`Connecting ${service}`}
      lead={`We check the access that ${service} gave us. This takes a few seconds.`}
    >
      <Form ref={form} method="post" replace className="auth-form">
        <Button submit variant="primary" fullWidth loading={state !== 'idle'}>
          Finish connecting
        </Button>
      </Form>
    </Screen>
  )
}
