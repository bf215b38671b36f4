/** Zapier: what it does, and how its webhook action reaches the REST API. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { Link, useLoaderData } from '@remix-run/react'
import { requireSite } from '#app/auth/guards.server.ts'
import { siteTitle } from '#app/ui/format/document-title.ts'
import { CopyCode } from '#app/ui/copy-code.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { Brings } from './brings.tsx'
import { DirectScreen } from './direct-screen.tsx'
import { links } from './styles.ts'

export { headers } from '#app/platforms/headers.ts'
export { links }
export const meta = siteTitle('Zapier')

export async function loader(args: LoaderFunctionArgs) {
  const { site } = await requireSite(args)
  const { appUrl } = args.context.services.config
  return { endpoint: `${appUrl}/api/v1/sites/${site.uuid}/activities` }
}

export default function Zapier() {
  const { endpoint } = useLoaderData<typeof loader>()
  return (
    <DirectScreen
      title="Zapier"
      lead="When something happens in one of thousands of apps, Zapier sends it to this site as a purchase or a sign-up."
    >
      <Panel>
        <h2 className="part-title">What it brings</h2>
        <Brings brings={['purchase', 'signup']} />
      </Panel>
      <Panel>
        <h2 className="part-title">Set it up</h2>
        <ol className="connect-steps">
          <li>
            Create a token on the{' '}
            <Link className="text-link" to="/integrations/rest_api">
              REST API page
            </Link>
            .
          </li>
          <li>In Zapier, create a Zap and choose the app and event that it starts with.</li>
          <li>
            Add the action <b>Webhooks by Zapier</b> with the event <b>POST</b>, and choose JSON as
            the payload type.
          </li>
          <li>Enter this address and header, and your token in place of YOUR_TOKEN:</li>
        </ol>
        <div className="parts">
          <CopyCode code={endpoint} name="address" />
          <CopyCode code="Authorization: Bearer YOUR_TOKEN" name="header" />
        </div>
        <p className="part-lead">
          Then fill in the data. These names are needed for a sign-up; the values come from your
          Zap’s first step:
        </p>
        <CopyCode
          code={`kind: signup\nid: ID OF THE RECORD\noccurred_at: ITS TIME\nperson__first_name: FIRST NAME`}
          name="data"
        />
      </Panel>
    </DirectScreen>
  )
}
