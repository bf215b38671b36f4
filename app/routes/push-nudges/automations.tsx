/** Automations: messages that visitors ask for one by one. */
import { data, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { Link, useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { requireRight, requireSite } from '#app/auth/guards.server.ts'
import { offeredAutomations } from '#app/contract/push.ts'
import { gatesOf } from '#app/domain/plans/entitlements.ts'
import { readEntitlements } from '#app/domain/plans/team-plan.server.ts'
import { changeAutomation, readAutomations } from '#app/domain/push/automations.server.ts'
import { shareReads } from '#app/domain/share-reads.server.ts'
import { mayDo } from '#app/domain/teams/roles.ts'
import { refuseFields } from '#app/lib/errors.ts'
import { readFormData, validateInput } from '#app/lib/web/forms.ts'
import { kindWords } from '#app/presenters/push/words.ts'
import { siteTitle } from '#app/ui/format/document-title.ts'
import { ActionForm } from '#app/ui/forms/action-form.tsx'
import type { Saved } from '#app/ui/forms/form-fetcher.ts'
import { Badge } from '#app/ui/kit/badge.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { FeatureGate, PlanGatesContext } from '#app/ui/plan-gate.tsx'
import { links, PushLayout } from './push-layout.tsx'
import { refusedPushForm } from './refused-form.server.ts'

export { headers } from '#app/platforms/headers.ts'
export {
  preserveForm as clientAction,
  skipAfterFault as shouldRevalidate,
} from '#app/ui/forms/preserve-form.ts'
export { links }
export const meta = siteTitle('Push automations')

export async function loader(args: LoaderFunctionArgs) {
  const { scope, team } = await requireSite(args)
  const services = shareReads(args.context.services)
  const [automations, entitlements] = await Promise.all([
    readAutomations(services, scope),
    readEntitlements(services, scope),
  ])
  return {
    automations: automations
      .filter(({ kind }) => offeredAutomations.some((one) => one === kind))
      .map(({ kind, isOn }) => ({ kind, isOn })),
    gates: gatesOf(entitlements, ['push_nudges']),
    mayEdit: mayDo(team.role, 'site:edit'),
  }
}

const switchInput = z.object({
  kind: z.enum(offeredAutomations, 'Choose an automation.'),
  intent: z.enum(['on', 'off'], 'Choose on or off.'),
})

export async function action(args: ActionFunctionArgs) {
  const { scope, team } = await requireSite(args)
  requireRight(team, 'site:edit')
  const { services } = args.context
  const form = await readFormData(args.request)
  try {
    const switched = validateInput(switchInput, Object.fromEntries(form))
    if (!switched.ok) throw refuseFields(switched.errors)
    const { kind, intent } = switched.value
    const found = (await readAutomations(services, scope)).find((one) => one.kind === kind)
    const input = { ...found, isOn: intent === 'on' }
    await changeAutomation(services, scope, { kind, input })
    const { name } = kindWords[kind]
    return data<Saved>({ saved: intent === 'on' ? `${name} turned on` : `${name} turned off` })
  } catch (error) {
    return refusedPushForm(error, form)
  }
}

export default function Automations() {
  const { automations, gates, mayEdit } = useLoaderData<typeof loader>()
  return (
    <PlanGatesContext.Provider value={gates}>
      <PushLayout>
        {automations.map(({ kind, isOn }) => (
          <Panel key={kind}>
            <h2 className="part-title">
              <Link className="text-link" to={`/push-nudges/automations/${kind}`}>
                {kindWords[kind].name}
              </Link>{' '}
              <Badge {...(isOn ? { tone: 'success' as const } : {})}>{isOn ? 'On' : 'Off'}</Badge>
            </h2>
            <p className="part-lead">{kindWords[kind].condition}</p>
            {mayEdit && (
              <FeatureGate flag="push_nudges">
                <ActionForm
                  hidden={{ kind, intent: isOn ? 'off' : 'on' }}
                  action={isOn ? 'Turn off' : 'Turn on'}
                  actionLabel={`Turn ${isOn ? 'off' : 'on'}: ${kindWords[kind].name}`}
                  className=""
                />
              </FeatureGate>
            )}
          </Panel>
        ))}
        <p className="muted prose">
          We check the facts again right before a message is sent, and drop it if they no longer
          hold.
        </p>
      </PushLayout>
    </PlanGatesContext.Provider>
  )
}
