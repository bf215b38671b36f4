/** A screen of one site, for links in emails: it may not be the site that the person looks at. */
import { redirect, type LoaderFunctionArgs } from '@remix-run/node'
import { Form, useLoaderData } from '@remix-run/react'
import { isUuid, requireAccountContext } from '#app/auth/guards.server.ts'
import { findSiteOf } from '#app/domain/sites/switch-team-or-site.server.ts'
import { errorCatalog, Refusal } from '#app/lib/errors.ts'
import { safeRedirectPath } from '#app/lib/security/redirects.ts'
import { screenTitle } from '#app/ui/format/document-title.ts'
import { Button } from '#app/ui/kit/button.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { Screen } from '#app/ui/screen.tsx'

export { headers } from '#app/platforms/headers.ts'
export const meta = screenTitle('Switch site')

/** A link must not switch the site automatically: then any page could do it. */
export async function loader(args: LoaderFunctionArgs) {
  const { memberships, siteContext } = await requireAccountContext(args)
  const { pathname, searchParams } = new URL(args.request.url)
  const uuid = searchParams.get('site') ?? ''
  const to = safeRedirectPath(searchParams.get('to') ?? '')
  const current = siteContext?.site
  if (current?.uuid === uuid) throw redirect(to)
  const found = isUuid(uuid) ? await findSiteOf(args.context.services, memberships, uuid) : null
  if (!found) throw new Refusal('not_found', errorCatalog.notFound(pathname))
  return { uuid, to, name: found.site.name, current: current?.name ?? null }
}

export default function OpenOnSite() {
  const { uuid, to, name, current } = useLoaderData<typeof loader>()
  return (
    <Screen title={`Switch to ${name}`}>
      <Panel>
        <p className="part-lead">
          The link that you followed is about {name}.
          {current !== null && ` You’re looking at ${current}.`}
        </p>
        <Form method="post" action="/settings/current">
          <input type="hidden" name="site" value={uuid} />
          <input type="hidden" name="to" value={to} />
          <Button submit variant="primary">
            Switch to {name}
          </Button>
        </Form>
      </Panel>
    </Screen>
  )
}
