/** A site's goals and their conversions. */
import { data, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { requireRight, requireSite } from '#app/auth/guards.server.ts'
import { maxGoals } from '#app/domain/goals/goal.ts'
import { updateGoal } from '#app/domain/goals/goals.server.ts'
import { mayDo } from '#app/domain/teams/roles.ts'
import { readOrder } from '#app/lib/list-order.ts'
import { goalOrderKeys, listReachedGoals } from '#app/presenters/goal-list.server.ts'
import { refusedFormResponse, invalidFormResponse } from '#app/lib/web/form-responses.server.ts'
import { readForm } from '#app/lib/web/forms.ts'
import { Details } from '#app/ui/details.tsx'
import { Empty } from '#app/ui/empty.tsx'
import { siteTitle } from '#app/ui/format/document-title.ts'
import type { Saved } from '#app/ui/forms/form-fetcher.ts'
import { Banner } from '#app/ui/kit/banner.tsx'
import { Button } from '#app/ui/kit/button.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { Screen } from '#app/ui/screen.tsx'
import { GoalTable } from './goal-table.tsx'
import { PresetLinks } from './preset-links.tsx'
import { links } from './styles.ts'

export { headers } from '#app/platforms/headers.ts'
export {
  preserveForm as clientAction,
  skipAfterFault as shouldRevalidate,
} from '#app/ui/forms/preserve-form.ts'
export { links }
export const meta = siteTitle('Goals')

export async function loader(args: LoaderFunctionArgs) {
  const { scope, site, team } = await requireSite(args)
  const { searchParams } = new URL(args.request.url)
  const order = readOrder(searchParams.get('sort'), goalOrderKeys)
  const { goals, now } = await listReachedGoals(args.context.services, scope, order)
  return {
    goals: goals.map(({ id: _id, createdAt: _createdAt, ...goal }) => goal),
    order,
    now,
    host: new URL(site.url).host,
    mayEdit: mayDo(team.role, 'site:edit'),
    isDeleted: searchParams.has('deleted'),
  }
}

const switchInput = z.object({ goal: z.uuid(), intent: z.enum(['on', 'off']) })

export async function action(args: ActionFunctionArgs) {
  const { scope, team } = await requireSite(args)
  requireRight(team, 'site:edit')
  const form = await readForm(args.request, switchInput)
  if (!form.ok) return invalidFormResponse(form.errors)

  const { goal: uuid, intent } = form.value
  const isOn = intent === 'on'
  const wanted = { uuid, change: { is_active: isOn } }
  try {
    const { name } = await updateGoal(args.context.services, scope, wanted)
    return data<Saved>({ saved: isOn ? `${name} turned on` : `${name} turned off` })
  } catch (error) {
    return refusedFormResponse(error)
  }
}

export default function Goals() {
  const { goals, order, now, host, mayEdit, isDeleted } = useLoaderData<typeof loader>()
  const isFull = goals.length >= maxGoals
  return (
    <Screen
      title="Goals"
      lead={`Actions you want visitors to take on ${host}. Each one counts as a conversion.`}
      action={
        mayEdit && !isFull && goals.length > 0 ? { label: 'Add goal', to: '/goals/new' } : undefined
      }
    >
      <div className="parts">
        {isDeleted && <Banner tone="success">Goal and its conversions deleted</Banner>}
        <Panel>
          {goals.length === 0 ? (
            <Empty kind="goal" title="No goals yet" action={mayEdit && <Templates />}>
              Set a goal to compare how often visitors order, sign up or contact you with and
              without nudges.
              {mayEdit
                ? ' Start with a template:'
                : ' Ask an editor in your organization to add one.'}
            </Empty>
          ) : (
            <>
              <GoalTable goals={goals} order={order} now={now} mayEdit={mayEdit} />
              {mayEdit && isFull && (
                <p>You’ve reached the maximum number of goals for this site.</p>
              )}
            </>
          )}
        </Panel>
        <CreditRule />
      </div>
    </Screen>
  )
}

const Templates = () => (
  <>
    <PresetLinks />
    <div className="mt-8">
      <Button url="/goals/new">Start from scratch</Button>
    </div>
  </>
)

const CreditRule = () => (
  <Details summary="How conversions are counted">
    <div className="stack gap-12 muted prose goal-narrow">
      <p>
        A conversion counts once, on the day it happened in your site’s time zone, whether your
        pages, your shop or both report it. Statistics show the same numbers.
      </p>
      <p>
        Every conversion counts, whether or not the visitor saw a nudge. We never credit a nudge
        just because it was shown earlier: that proves nothing. To see what nudges really change,
        compare with the holdout group, whose visitors see none.
      </p>
      <p>
        There’s no multi-day attribution window. Visitors without consent are recognized for one day
        (UTC) only, so a longer window would count some visitors and miss others.
      </p>
    </div>
  </Details>
)
