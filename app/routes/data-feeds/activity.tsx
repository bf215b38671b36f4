/** The story of one activity: as visitors see it, how often they did, its claim and its record. */
import {
  data,
  redirect,
  type ActionFunctionArgs,
  type LinksFunction,
  type LoaderFunctionArgs,
} from '@remix-run/node'
import { Link, useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { isUuid, requireRight, requireSite } from '#app/auth/guards.server.ts'
import { restoreApprovals, setApproval } from '#app/domain/activities/approval.server.ts'
import {
  joinAgain,
  keepApart,
  matchAgain,
} from '#app/domain/connections/sales/keep-apart.server.ts'
import { deleteActivity } from '#app/domain/lifecycle/delete-activity.server.ts'
import { readActivity } from '#app/presenters/activity-feed/one-activity.server.ts'
import { mayDo } from '#app/domain/teams/roles.ts'
import { Refusal } from '#app/lib/errors.ts'
import { invalidFormResponse } from '#app/lib/web/form-responses.server.ts'
import { readForm } from '#app/lib/web/forms.ts'
import { Details } from '#app/ui/details.tsx'
import { siteTitle } from '#app/ui/format/document-title.ts'
import type { Saved } from '#app/ui/forms/form-fetcher.ts'
import { Panel } from '#app/ui/panel.tsx'
import { Screen } from '#app/ui/screen.tsx'
import thumbnailCss from '#app/ui/nudge-preview/thumbnail.css?url'
import { activityKindLabels } from './activity-kind-labels.ts'
import { ClaimPanel, ExposurePanel, RecordPanel, StatePanel } from './activity-panels.tsx'
import { undoInput, undoOf } from './approval-undo.server.ts'
import { links as feedLinks } from './data-feeds-layout.tsx'

export { headers } from '#app/platforms/headers.ts'
export {
  preserveForm as clientAction,
  skipAfterFault as shouldRevalidate,
} from '#app/ui/forms/preserve-form.ts'
export const links: LinksFunction = () => [
  ...feedLinks(),
  { rel: 'stylesheet', href: thumbnailCss },
]
export const meta = siteTitle('Activity')

export async function loader(args: LoaderFunctionArgs) {
  const { scope, team } = await requireSite(args)
  const activity = await readActivity(args.context.services, scope, uuidOf(args))
  return { activity, mayChange: mayDo(team.role, 'site:edit') }
}

const changeInput = z.discriminatedUnion('intent', [
  z.object({ intent: z.enum(['show', 'hide', 'delete', 'keep_apart', 'match_again']) }),
  z.object({ intent: z.literal('join_again'), order: z.uuid() }),
  undoInput,
])

export async function action(args: ActionFunctionArgs) {
  const { scope, team } = await requireSite(args)
  requireRight(team, 'site:edit')
  const uuid = uuidOf(args)
  const form = await readForm(args.request, changeInput, ['was'])
  if (!form.ok) return invalidFormResponse(form.errors)

  const { services } = args.context
  switch (form.value.intent) {
    case 'delete': {
      const { kind } = await readActivity(services, scope, uuid)
      await deleteActivity(services, scope, uuid)
      return redirect(`${activityKindLabels[kind].path}?deleted`)
    }
    case 'keep_apart': {
      const order = await keepApart(services, scope, uuid)
      const fields = [['intent', 'join_again'] as const, ['order', order] as const]
      const undo = { to: `/data-feeds/activities/${uuid}`, fields }
      return data<Saved>({ saved: 'Payment kept separate', undo })
    }
    case 'match_again': {
      await matchAgain(services, scope, uuid)
      return data<Saved>({ saved: 'Payment matched with an order' })
    }
    case 'join_again':
      await joinAgain(services, scope, { payment: uuid, order: form.value.order })
      return data<Saved>({ saved: 'Change undone' })
    case 'undo':
      await restoreApprovals(services, scope, form.value.was)
      return data<Saved>({ saved: 'Change undone' })
    case 'show':
    case 'hide': {
      const isShown = form.value.intent === 'show'
      const approval = isShown ? 'approved' : 'hidden'
      const before = await setApproval(services, scope, { uuid, approval })
      const saved = isShown ? 'Activity approved' : 'Activity hidden'
      return data<Saved>(Object.assign({ saved }, undoOf(`/data-feeds/activities/${uuid}`, before)))
    }
  }
}

function uuidOf({ params }: Pick<LoaderFunctionArgs, 'params'>): string {
  const uuid = params['uuid'] ?? ''
  if (!isUuid(uuid)) throw new Refusal('not_found', 'Activity not found.')
  return uuid
}

export default function OneActivity() {
  const { activity, mayChange } = useLoaderData<typeof loader>()
  const words = activityKindLabels[activity.kind]
  return (
    <Screen title={`${words.one.charAt(0).toUpperCase()}${words.one.slice(1)} details`}>
      <p className="part-lead">
        <Link className="text-link" to={words.path}>
          All {words.many}
        </Link>
      </p>
      <div className="parts">
        <StatePanel activity={activity} mayChange={mayChange} />
        <ExposurePanel activity={activity} />
        <div className="columns gap-20 feed-pair">
          <ClaimPanel activity={activity} />
          <RecordPanel activity={activity} />
        </div>
        <Panel>
          <Details summary="For developers">
            <p className="part-lead">
              The stored data, with the IDs of its claims for the REST API. Names are masked here
              and email addresses are never stored.
            </p>
            <pre
              className="m-0 small break-anywhere feed-stored"
              tabIndex={0}
              aria-label="Stored data"
            >
              {activity.stored}
            </pre>
          </Details>
        </Panel>
      </div>
    </Screen>
  )
}
