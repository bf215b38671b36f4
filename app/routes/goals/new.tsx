import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useCallback, useState } from 'react'
import { requireRight, requireSite } from '#app/auth/guards.server.ts'
import { goalFieldNames, validateGoal } from '#app/domain/goals/goal-form.ts'
import { draftOf } from '#app/domain/goals/goal-words.ts'
import { createGoal } from '#app/domain/goals/goals.server.ts'
import { Refusal } from '#app/lib/errors.ts'
import {
  readSubmittedValues,
  refusedFormResponse,
  invalidFormResponse,
} from '#app/lib/web/form-responses.server.ts'
import { siteTitle } from '#app/ui/format/document-title.ts'
import { ActionForm } from '#app/ui/forms/action-form.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { Screen } from '#app/ui/screen.tsx'
import { AddressTester } from './url-tester.tsx'
import { GoalFields } from './goal-fields.tsx'
import { PresetLinks } from './preset-links.tsx'
import { links } from './styles.ts'
import { readGoalFormValues, goalFormValuesOf } from './goal-form-values.ts'

export { headers } from '#app/platforms/headers.ts'
export {
  preserveForm as clientAction,
  skipAfterFault as shouldRevalidate,
} from '#app/ui/forms/preserve-form.ts'
export { links }
export const meta = siteTitle('New goal')

export async function loader(args: LoaderFunctionArgs) {
  const { site, team } = await requireSite(args)
  requireRight(team, 'site:edit')
  const preset = new URL(args.request.url).searchParams.get('preset') ?? ''
  return { preset, draft: draftOf(preset), siteAddress: site.url }
}

export async function action(args: ActionFunctionArgs) {
  const { scope, team } = await requireSite(args)
  requireRight(team, 'site:edit')
  const typed = await readSubmittedValues(args.request, goalFieldNames)
  const form = validateGoal(typed)
  if (!form.ok) return invalidFormResponse(form.errors, typed)

  try {
    const { uuid } = await createGoal(args.context.services, scope, form.value)
    return redirect(`/goals/${uuid}?made`)
  } catch (error) {
    const isFull = error instanceof Refusal && error.code === 'conflict'
    if (isFull) return invalidFormResponse({ name: [error.message] }, typed)
    return refusedFormResponse(error, typed)
  }
}

export default function NewGoal() {
  const { preset, draft, siteAddress } = useLoaderData<typeof loader>()
  return (
    <Screen
      title="New goal"
      lead="Define what counts as a conversion. Start with a template or from scratch."
    >
      <div className="parts">
        <PresetLinks isStart />
        <NewGoalForm key={preset} draft={draft} siteAddress={siteAddress} />
      </div>
    </Screen>
  )
}

type NewGoalFormProps = { draft: ReturnType<typeof draftOf>; siteAddress: string }

function NewGoalForm({ draft, siteAddress }: NewGoalFormProps) {
  const [typed, setTyped] = useState(() => goalFormValuesOf({ ...draft, isFixed: false }))
  const follow = useCallback((data: FormData) => {
    setTyped((before) => readGoalFormValues(data, before))
  }, [])
  const values = { ...draft, value: '', currency: '', isFixed: false, isActive: true }
  return (
    <>
      <Panel>
        <ActionForm action="Create goal" tone="primary" onEdit={follow}>
          {(answer) => <GoalFields values={values} typed={typed} isNew answer={answer} />}
        </ActionForm>
      </Panel>
      {typed.kind === 'url' && <AddressTester typed={typed} siteAddress={siteAddress} />}
    </>
  )
}
