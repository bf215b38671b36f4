/** A screen of one site or organization, for links: the person may be looking at another one. */
import { redirect, type LoaderFunctionArgs } from '@remix-run/node'
import { Form, useLoaderData } from '@remix-run/react'
import { isUuid, requireAccountContext } from '#app/auth/guards.server.ts'
import { findSiteOf } from '#app/domain/sites/switch-team-or-site.server.ts'
import { errorCatalog, Refusal } from '#app/lib/errors.ts'
import { safeDestination } from '#app/lib/security/redirects.ts'
import type { Services } from '#app/services.ts'
import { screenTitle } from '#app/ui/format/document-title.ts'
import { Button } from '#app/ui/kit/button.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { Screen } from '#app/ui/screen.tsx'

export { headers } from '#app/platforms/headers.ts'
export const meta = screenTitle('Switch site or organization')

/** A link must not switch anything automatically: then any page could do it. */
export async function loader(args: LoaderFunctionArgs) {
  const visit = await requireAccountContext(args)
  const { pathname, searchParams } = new URL(args.request.url)
  const to = safeDestination(searchParams.get('to') ?? '')
  const team = searchParams.get('organization')
  const site = searchParams.get('site') ?? ''
  const target =
    team === null
      ? await findSiteTarget(args.context.services, visit, site)
      : findTeamTarget(visit, team)
  if (!target) throw new Refusal('not_found', errorCatalog.notFound(pathname))
  if (target.isCurrent) throw redirect(to)
  return { ...target, to }
}

type Visit = Awaited<ReturnType<typeof requireAccountContext>>

type Target = {
  /** Field of the form that switches to it. */
  field: 'site' | 'team'
  id: string
  name: string
  /** Name of what is open now. Null: nothing is. */
  current: string | null
  isCurrent: boolean
}

/** Null: the person doesn't belong to it. */
function findTeamTarget({ memberships, team }: Visit, id: string): Target | null {
  const found = memberships.find(({ scope }) => String(scope.teamId) === id)
  if (!found) return null
  const isCurrent = found.scope.teamId === team?.scope.teamId
  return { field: 'team', id, name: found.name, current: team?.name ?? null, isCurrent }
}

/** Null: the person can't see it. */
async function findSiteTarget(
  services: Services,
  { memberships, siteContext }: Visit,
  id: string,
): Promise<Target | null> {
  const current = siteContext?.site
  const found = isUuid(id) ? await findSiteOf(services, memberships, id) : null
  if (!found) return null
  const { name } = found.site
  return {
    field: 'site',
    id,
    name,
    current: current?.name ?? null,
    isCurrent: current?.uuid === id,
  }
}

export default function Open() {
  const { field, id, to, name, current } = useLoaderData<typeof loader>()
  return (
    <Screen title={`Switch to ${name}`}>
      <Panel>
        <p className="part-lead">
          The link that you followed is about {name}.
          {current !== null && ` You’re looking at ${current}.`}
        </p>
        <Form method="post" action="/settings/current">
          <input type="hidden" name={field} value={id} />
          <input type="hidden" name="to" value={to} />
          <Button submit variant="primary">
            Switch to {name}
          </Button>
        </Form>
      </Panel>
    </Screen>
  )
}
