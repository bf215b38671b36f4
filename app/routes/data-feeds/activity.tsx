/** One activity: what visitors see, its source, and everything stored about it. */
import { data, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { Link, useLoaderData } from '@remix-run/react'
import type { ReactNode } from 'react'
import { z } from 'zod'
import { isUuid, requireRight, requireSite } from '#app/auth/guards.server.ts'
import { setApproval } from '#app/domain/activities/approval.server.ts'
import { sources } from '#app/domain/activities/sources.ts'
import { readActivity } from '#app/presenters/activity-feed/one-activity.server.ts'
import { mayDo } from '#app/domain/teams/roles.ts'
import { Refusal } from '#app/lib/errors.ts'
import { invalidFormResponse } from '#app/lib/web/form-responses.server.ts'
import { readForm } from '#app/lib/web/forms.ts'
import { productName } from '#app/lib/product.ts'
import { ActionForm } from '#app/ui/forms/action-form.tsx'
import { formatDateTime } from '#app/ui/format/format-time.ts'
import type { Saved } from '#app/ui/forms/form-fetcher.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { Screen } from '#app/ui/screen.tsx'
import { activityKindLabels } from './activity-kind-labels.ts'
import { ActivityBadge } from './activity-badge.tsx'

export { headers } from '#app/platforms/headers.ts'
export {
  preserveForm as clientAction,
  skipAfterFault as shouldRevalidate,
} from '#app/ui/forms/preserve-form.ts'
export { links } from './data-feeds-layout.tsx'
export const meta = () => [{ title: `Activity – ${productName}` }]

export async function loader(args: LoaderFunctionArgs) {
  const { scope, team } = await requireSite(args)
  const activity = await readActivity(args.context.services, scope, uuidOf(args))
  return { activity, mayChange: mayDo(team.role, 'site:edit') }
}

const changeInput = z.object({ intent: z.enum(['show', 'hide']) })

export async function action(args: ActionFunctionArgs) {
  const { scope, team } = await requireSite(args)
  requireRight(team, 'site:edit')
  const uuid = uuidOf(args)
  const form = await readForm(args.request, changeInput)
  if (!form.ok) return invalidFormResponse(form.errors)

  const isShown = form.value.intent === 'show'
  const approval = isShown ? 'approved' : 'hidden'
  await setApproval(args.context.services, scope, { uuid, approval })
  return data<Saved>({ saved: isShown ? 'Activity approved' : 'Activity hidden' })
}

function uuidOf({ params }: Pick<LoaderFunctionArgs, 'params'>): string {
  const uuid = params['uuid'] ?? ''
  if (!isUuid(uuid)) throw new Refusal('not_found', 'Activity not found.')
  return uuid
}

const trustWords = {
  signed: 'Verified: sent by your server',
  origin: 'Reported by a page of your site',
  unknown: 'Unverified: we can’t confirm it came from your site',
} as const

const mostNames = 5

function describeNudges(nudges: readonly { name: string }[]): string {
  if (nudges.length === 0) return 'None'
  const names = nudges.slice(0, mostNames).map(({ name }) => name)
  const more = nudges.length - names.length
  return `${names.join(', ')}${more > 0 ? ` and ${String(more)} more` : ''}`
}

export default function OneActivity() {
  const { activity, mayChange } = useLoaderData<typeof loader>()
  const { kind, title, text, language, direction, state, rule, isPublished } = activity
  const words = activityKindLabels[kind]
  const isHideable = state !== 'hidden'
  const isShowable = (state === 'hidden' && activity.trust !== 'unknown') || state === 'waiting'
  return (
    <Screen title={`${words.one.charAt(0).toUpperCase()}${words.one.slice(1)} details`}>
      <p className="part-lead">
        <Link className="text-link" to={words.path}>
          All {words.many}
        </Link>
      </p>
      <div className="parts">
        <Panel>
          <h2 className="part-title">As visitors see it</h2>
          <p className="feed-said" lang={language} dir={direction}>
            {title} {text}
          </p>
          <dl className="feed-facts">
            <Fact term="Status">
              <ActivityBadge state={state} rule={rule} isPublished={isPublished} />
            </Fact>
            <Fact term="Used by">{describeNudges(activity.nudges)}</Fact>
            <Fact term="Trust">{sources[activity.source].proof ?? trustWords[activity.trust]}</Fact>
            <Fact term="Source">
              {sources[activity.source].label}
              {activity.tokenName !== null && `, token “${activity.tokenName}”`}
            </Fact>
            <Fact term="Date">{formatDateTime(activity.occurredAt)}</Fact>
            <Fact term="Received">{formatDateTime(activity.receivedAt)}</Fact>
          </dl>
          {mayChange && (
            <div className="feed-acts">
              {isShowable && (
                <ActionForm action="Approve" hidden={{ intent: 'show' }} tone="primary" />
              )}
              {isHideable && <ActionForm action="Hide" hidden={{ intent: 'hide' }} />}
            </div>
          )}
        </Panel>
        <Panel>
          <h2 className="part-title">Stored data</h2>
          <p className="part-lead">
            Names are masked here and email addresses are never stored. Stored data can’t be edited.
          </p>
          <pre className="feed-stored" tabIndex={0} aria-label="Stored data">
            {activity.stored}
          </pre>
        </Panel>
      </div>
    </Screen>
  )
}

const Fact = ({ term, children }: { term: string; children: ReactNode }) => (
  <div>
    <dt>{term}</dt>
    <dd>{children}</dd>
  </div>
)
