/** The REST API: a token, one call in several languages, and what arrives. */
import { data, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { Form, Link, useActionData, useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { requireRight, requireSite } from '#app/auth/guards.server.ts'
import { mayDo } from '#app/domain/teams/roles.ts'
import { createToken } from '#app/domain/tokens/tokens.server.ts'
import { requireFeature } from '#app/domain/plans/entitlements.ts'
import { readEntitlements } from '#app/domain/plans/team-plan.server.ts'
import { siteTitle } from '#app/ui/format/document-title.ts'
import type { FormResponse } from '#app/lib/web/form-response.ts'
import { invalidFormResponse, refusedFormResponse } from '#app/lib/web/form-responses.server.ts'
import { readForm } from '#app/lib/web/forms.ts'
import { shorten } from '#app/lib/storable-text.ts'
import {
  apiExample,
  exampleLanguages,
  languageNames,
} from '#app/presenters/integrations/api-examples.ts'
import { listArrivals } from '#app/presenters/integrations/arrivals.server.ts'
import { CopyCode } from '#app/ui/copy-code.tsx'
import { FormMessage } from '#app/ui/forms/form-message.tsx'
import { Button } from '#app/ui/kit/button.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { ArrivalList } from './arrival-list.tsx'
import { DirectScreen } from './direct-screen.tsx'
import { links } from './styles.ts'

export { headers } from '#app/platforms/headers.ts'
export { GatedError as ErrorBoundary } from '#app/ui/billing/gated-error.tsx'
export { outlastOutage as clientLoader } from '#app/ui/polling.ts'
export { links }
export const meta = siteTitle('REST API')

export async function loader(args: LoaderFunctionArgs) {
  const { scope, site, team } = await requireSite(args)
  const { services } = args.context
  requireFeature(await readEntitlements(services, scope), 'integrations.rest_api')
  const asked = new URL(args.request.url).searchParams.get('language')
  return {
    endpoint: `${services.config.appUrl}/api/v1/sites/${site.uuid}/activities`,
    language: exampleLanguages.find((one) => one === asked) ?? exampleLanguages[0],
    arrivals: await listArrivals(services, scope, 'rest_api'),
    mayMakeToken: mayDo(team.role, 'tokens:manage'),
    now: services.now(),
  }
}

type IssuedToken = { token: string }

export async function action(args: ActionFunctionArgs) {
  const { account, team, site } = await requireSite(args)
  requireRight(team, 'tokens:manage')
  const form = await readForm(args.request, z.object({ intent: z.literal('token') }))
  if (!form.ok) return invalidFormResponse(form.errors)
  const input = {
    name: shorten(`REST API for ${site.name}`, 100),
    abilities: ['activities:write' as const],
  }
  const spec = { team: team.scope, actor: account, siteId: site.id }
  try {
    const token = await createToken(args.context.services, spec, input)
    return data<IssuedToken>({ token }, { headers: { 'Cache-Control': 'no-store' } })
  } catch (error) {
    return refusedFormResponse(error)
  }
}

export default function RestApi() {
  const { endpoint, language, arrivals, mayMakeToken, now } = useLoaderData<typeof loader>()
  const answer = useActionData<IssuedToken | FormResponse>()
  const token = answer && 'token' in answer ? answer.token : null
  const refused = answer && 'errors' in answer ? answer : undefined
  return (
    <DirectScreen
      title="REST API"
      lead="Your server sends each purchase and sign-up with one call. They count as verified."
    >
      <Panel>
        <h2 className="part-title">1. Create a token</h2>
        <TokenPart token={token} refused={refused} mayMakeToken={mayMakeToken} />
      </Panel>
      <Panel>
        <h2 className="part-title">2. Send a purchase</h2>
        <p className="part-lead">
          For a sign-up, send “signup” as the kind, without items. A repeated ID is stored once.{' '}
          <a className="text-link" href="/api/v1/openapi.json">
            All calls (OpenAPI)
          </a>
        </p>
        <nav aria-label="Language" className="languages">
          {exampleLanguages.map((one) => (
            <Link
              key={one}
              to={`?language=${one}`}
              preventScrollReset
              replace
              className="languages__one"
              aria-current={one === language ? 'true' : undefined}
            >
              {languageNames[one]}
            </Link>
          ))}
        </nav>
        <CopyCode
          code={apiExample(language, { endpoint, token: token ?? 'YOUR_TOKEN' })}
          name="example call"
        />
      </Panel>
      <ArrivalList
        title="3. Watch it arrive"
        waiting="Nothing has arrived by API yet."
        arrivals={arrivals}
        now={now}
      />
    </DirectScreen>
  )
}

type TokenPartProps = {
  token: string | null
  refused: FormResponse | undefined
  mayMakeToken: boolean
}

function TokenPart({ token, refused, mayMakeToken }: TokenPartProps) {
  if (!mayMakeToken) {
    return <p className="part-lead">Ask your organization’s owner or an admin to create a token.</p>
  }
  if (token !== null) {
    return (
      <div role="status">
        <p className="part-lead">
          <strong>Copy your token now. You won’t see it again.</strong> Treat it like a password. We
          store only a hash of it.
        </p>
        <CopyCode code={token} name="API token" />
      </div>
    )
  }
  return (
    <>
      <p className="part-lead">
        It can only add activities to this site. You can revoke it under{' '}
        <Link className="text-link" to="/account/api-tokens">
          API tokens
        </Link>
        .
      </p>
      <FormMessage answer={refused} />
      <Form method="post">
        <input type="hidden" name="intent" value="token" />
        <Button submit>Create API token</Button>
      </Form>
    </>
  )
}
