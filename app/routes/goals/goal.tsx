/** One goal: edit, test, delete. */
import { data, redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { Link, useLoaderData } from '@remix-run/react'
import { useCallback, useState } from 'react'
import { isUuid, requireRight, requireSite, type GuardArgs } from '#app/auth/guards.server.ts'
import { goalFieldNames, validateGoal } from '#app/domain/goals/goal-form.ts'
import { readGoal, removeGoal, updateGoal } from '#app/domain/goals/goals.server.ts'
import { readGoalConversions } from '#app/domain/goals/overview.server.ts'
import { kindLabels, uniqueRule } from '#app/domain/goals/goal-words.ts'
import { createPreviewLink } from '#app/domain/serving/preview-link.server.ts'
import { mayDo } from '#app/domain/teams/roles.ts'
import { pageNotFound } from '#app/lib/errors.ts'
import {
  readSubmittedValues,
  refusedFormResponse,
  invalidFormResponse,
} from '#app/lib/web/form-responses.server.ts'
import { siteTitle } from '#app/ui/format/document-title.ts'
import { ConfirmForm } from '#app/ui/forms/confirm-form.tsx'
import type { Saved } from '#app/ui/forms/form-fetcher.ts'
import { Panel } from '#app/ui/panel.tsx'
import type { MadeLink } from '#app/ui/nudge-preview/nudge-preview-link.tsx'
import { Screen } from '#app/ui/screen.tsx'
import { SettingsForm } from '#app/ui/forms/settings-form.tsx'
import { Banner } from '#app/ui/kit/banner.tsx'
import { AddressTester } from './url-tester.tsx'
import { GoalFields } from './goal-fields.tsx'
import { links } from './styles.ts'
import { TestConversion } from './test-conversion.tsx'
import { readGoalFormValues, goalFormValuesOf } from './goal-form-values.ts'
import { formatGoalValue } from './goal-value.ts'

export { headers } from '#app/platforms/headers.ts'
export { outlastOutage as clientLoader } from '#app/ui/polling.ts'
export {
  preserveForm as clientAction,
  skipAfterFault as shouldRevalidate,
} from '#app/ui/forms/preserve-form.ts'
export { links }
export const meta = siteTitle<{ goal: { name: string } }>((shown) => shown?.goal.name ?? 'Goal')

export async function loader(args: LoaderFunctionArgs) {
  const { scope, site, team } = await requireSite(args)
  const {
    goal,
    conversions: conversions,
    now,
  } = await readGoalConversions(args.context.services, scope, namedGoal(args))
  const { id: _id, createdAt: _createdAt, ...shown } = goal
  return {
    goal: shown,
    hits: conversions,
    now,
    siteAddress: site.url,
    mayEdit: mayDo(team.role, 'site:edit'),
    isNew: new URL(args.request.url).searchParams.has('made'),
  }
}

export async function action(args: ActionFunctionArgs) {
  const { scope, team } = await requireSite(args)
  requireRight(team, 'site:edit')
  const uuid = namedGoal(args)
  const { services } = args.context
  const { intent, ...typed } = await readSubmittedValues(args.request, [
    ...goalFieldNames,
    'intent',
  ])
  // The kind never changes.
  const { kind } = await readGoal(services, scope, uuid)
  if (intent === 'delete') {
    await removeGoal(services, scope, uuid)
    return redirect('/goals?deleted')
  }

  if (intent === 'test') {
    const link = await createPreviewLink(services, scope, { kind: 'goal', uuid })
    return data<MadeLink>({ link }, { headers: { 'Cache-Control': 'no-store' } })
  }

  const form = validateGoal({ ...typed, kind })
  if (!form.ok) return invalidFormResponse(form.errors, typed)
  const { kind: _kind, ...settings } = form.value
  const change = { ...settings, value: settings.value ?? null, currency: settings.currency ?? null }
  try {
    await updateGoal(services, scope, { uuid, change })
    return data<Saved>({ saved: 'Goal saved' })
  } catch (error) {
    return refusedFormResponse(error, typed)
  }
}

/** @throws Refusal `not_found` unless it is a uuid, for which the database would raise an error */
function namedGoal({ params, request }: GuardArgs & { params: { id?: string } }): string {
  if (params.id !== undefined && isUuid(params.id)) return params.id
  throw pageNotFound(request)
}

export default function GoalScreen() {
  const { goal, hits, now, siteAddress, mayEdit, isNew } = useLoaderData<typeof loader>()
  const [typed, setTyped] = useState(() => goalFormValuesOf(valuesOf(goal)))
  const follow = useCallback((data: FormData) => {
    setTyped((before) => readGoalFormValues(data, before))
  }, [])
  return (
    <Screen title={goal.name} lead={kindLabels[goal.kind].meaning}>
      <div className="parts">
        {isNew && <Banner tone="success">Goal created. Conversions count from now on.</Banner>}
        {mayEdit ? (
          <SettingsForm hidden={{ intent: 'save' }} onEdit={follow}>
            {(answer) => (
              <Panel>
                <GoalFields values={valuesOf(goal)} typed={typed} isNew={false} answer={answer} />
              </Panel>
            )}
          </SettingsForm>
        ) : (
          <Panel>
            <p className="muted prose">
              {formatGoalValue(goal)} · {uniqueRule(goal)} · {goal.isActive ? 'On' : 'Off'}
            </p>
          </Panel>
        )}
        <TestConversion {...{ goal, now, siteAddress, mayEdit }} conversions={hits} />
        {goal.kind === 'url' && <AddressTester typed={typed} siteAddress={siteAddress} />}
        {(goal.kind === 'order' || goal.kind === 'js') && <CountedOnce />}
        {mayEdit && <Deletion name={goal.name} />}
        <p>
          <Link className="text-link" to="/goals">
            Back to goals
          </Link>
        </p>
      </div>
    </Screen>
  )
}

type ShownGoal = Awaited<ReturnType<typeof loader>>['goal']

const valuesOf = (goal: ShownGoal) => ({
  kind: goal.kind,
  name: goal.name,
  match: goal.match ?? ('starts_with' as const),
  pattern: goal.pattern ?? '',
  selector: goal.selector ?? '',
  value: goal.valueCents === null ? '' : (goal.valueCents / 100).toFixed(2),
  currency: goal.currency ?? '',
  isFixed: goal.valueCents !== null,
  isRepeatable: goal.isRepeatable,
  isActive: goal.isActive,
})

const CountedOnce = () => (
  <Panel>
    <h2 className="part-title">Orders are counted once</h2>
    <p className="muted prose">
      Your shop, your thank-you page and the REST API can all report the same order. We match them
      by order number. The first amount we receive counts, and one from your shop or the REST API
      replaces one from a page. Use the same number everywhere: “1001” and “#1001” count as two
      orders.
    </p>
  </Panel>
)

const Deletion = ({ name }: { name: string }) => (
  <Panel>
    <h2 className="part-title">Delete goal</h2>
    <p className="part-lead">
      This also deletes all its conversions, here and in Statistics, and can’t be undone. Impact,
      view-through conversions and breakdowns by page, device and country keep their numbers. To
      stop counting but keep everything, turn the goal off instead.
    </p>
    <ConfirmForm
      hidden={{ intent: 'delete' }}
      action={`Delete ${name}`}
      title={`Delete ${name}?`}
      confirm="Delete goal"
    >
      <p>This also permanently deletes its conversions.</p>
    </ConfirmForm>
  </Panel>
)
