/** The opt-in prompt: its words, when it appears, and the site's worker file. */
import { data, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useCallback, useState } from 'react'
import { requireRight, requireSite } from '#app/auth/guards.server.ts'
import { gatesOf, requireFeature } from '#app/domain/plans/entitlements.ts'
import { readEntitlements } from '#app/domain/plans/team-plan.server.ts'
import { readPushSite, savePrompt } from '#app/domain/push/site-settings.server.ts'
import { checkPushWorker } from '#app/domain/push/worker/check-worker.server.ts'
import { findShop } from '#app/domain/push/worker/find-shop.server.ts'
import {
  describeWorkerHosting,
  workerHosting,
  workerLine,
  workerPlaceOf,
} from '#app/domain/push/worker/worker-place.ts'
import { readSiteOptions } from '#app/domain/sites/site-options.server.ts'
import { shareReads } from '#app/domain/share-reads.server.ts'
import { mayDo } from '#app/domain/teams/roles.ts'
import { refuseField } from '#app/lib/errors.ts'
import { readFormData } from '#app/lib/web/forms.ts'
import { promptPayload } from '#app/presenters/push/prompt-payload.ts'
import { promptExamples } from '#app/presenters/push/examples.ts'
import { pushNeeds } from '#app/presenters/push/needs.ts'
import { countSubscribers } from '#app/presenters/push/subscribers.server.ts'
import { siteTitle } from '#app/ui/format/document-title.ts'
import { countWithNoun } from '#app/ui/format/format-number.ts'
import { ActionForm } from '#app/ui/forms/action-form.tsx'
import type { Saved } from '#app/ui/forms/form-fetcher.ts'
import { SettingsForm } from '#app/ui/forms/settings-form.tsx'
import { Badge } from '#app/ui/kit/badge.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { FeatureGate, PlanGatesContext } from '#app/ui/plan-gate.tsx'
import { intentIn, promptInputOf } from './form-values.ts'
import { NeedsPanel } from './needs-panel.tsx'
import { PromptFields } from './prompt-fields.tsx'
import { PromptPreview, readPromptWords, type PromptWords } from './prompt-preview.tsx'
import { links, PushLayout } from './push-layout.tsx'
import { refusedPushForm } from './refused-form.server.ts'
import { WorkerPanel, type CheckedWorker } from './worker-panel.tsx'

export { headers } from '#app/platforms/headers.ts'
export {
  preserveForm as clientAction,
  skipAfterFault as shouldRevalidate,
} from '#app/ui/forms/preserve-form.ts'
export { links }
export const meta = siteTitle('Opt-in prompt')

export async function loader(args: LoaderFunctionArgs) {
  const { scope, site, team } = await requireSite(args)
  const services = shareReads(args.context.services)
  const [push, entitlements, subscribers, shop, { options }] = await Promise.all([
    readPushSite(services, scope),
    readEntitlements(services, scope),
    countSubscribers(services, scope),
    findShop(args.context.services, scope),
    readSiteOptions(services, scope),
  ])
  return {
    prompt: push.prompt,
    examples: promptExamples(push.delivery.perWeek),
    worker: {
      code: workerLine(services.config.appUrl),
      hosting: describeWorkerHosting(shop),
      isFile: workerHosting(shop) === 'file',
      isPossible: workerHosting(shop) !== 'impossible',
    },
    needs: pushNeeds({
      siteUrl: site.url,
      siteUuid: site.uuid,
      isSecure: push.isSecure,
      pixelSeenAt: site.pixelSeenAt,
    }),
    preview: promptPayload(options, services.config.appUrl),
    subscribers: subscribers.total,
    gates: gatesOf(entitlements, ['push_nudges']),
    holdout: options.holdout,
    mayEdit: mayDo(team.role, 'site:edit'),
  }
}

export async function action(args: ActionFunctionArgs) {
  const { account, scope, site, team } = await requireSite(args)
  requireRight(team, 'site:edit')
  const { services, clientAddress: address } = args.context
  const form = await readFormData(args.request)
  try {
    const { prompt, isSecure } = await readPushSite(services, scope)
    switch (intentIn(form, ['save', 'on', 'off', 'check'])) {
      case 'save':
        await savePrompt(services, scope, promptInputOf(form, prompt.isShown))
        return data<Saved>({ saved: 'Prompt saved' })
      case 'on':
        requireFeature(await readEntitlements(services, scope), 'push_nudges')
        if (workerHosting(await findShop(services, scope)) === 'impossible') {
          throw refuseField('', describeWorkerHosting('wix'))
        }
        if (!isSecure) throw refuseField('', 'Your site’s URL has to start with https:// first.')
        await savePrompt(services, scope, { ...prompt, isShown: true })
        return data<Saved>({ saved: 'Prompt turned on' })
      case 'off':
        await savePrompt(services, scope, { ...prompt, isShown: false })
        return data<Saved>({ saved: 'Prompt turned off' })
      case 'check': {
        const { workerPath: path, isShared } = prompt
        const worker = workerPlaceOf(await findShop(services, scope), { path, isShared })
        const asker = { account: account.email, address }
        const checked = await checkPushWorker(services, { site, worker, asker })
        return data<CheckedWorker>({ checked })
      }
    }
  } catch (error) {
    return refusedPushForm(error, form)
  }
}

export default function Prompt() {
  const {
    prompt,
    examples,
    worker,
    preview: payload,
    needs,
    subscribers,
    holdout,
    gates,
    mayEdit,
  } = useLoaderData<typeof loader>()
  const [words, setWords] = useState<PromptWords>(prompt)
  const follow = useCallback((form: FormData) => {
    setWords(readPromptWords(form))
  }, [])
  const preview = <PromptPreview words={words} payload={payload} />
  return (
    <PlanGatesContext.Provider value={gates}>
      <PushLayout>
        <PromptStatus {...{ subscribers, mayEdit }} isShown={prompt.isShown} />
        <NeedsPanel needs={needs} />
        {mayEdit ? (
          <SettingsForm hidden={{ intent: 'save' }} className="parts" onEdit={follow}>
            {(answer) => (
              <PromptFields {...{ examples, worker, preview, holdout, answer }} stored={prompt} />
            )}
          </SettingsForm>
        ) : (
          <fieldset disabled>
            <legend className="muted prose">Your role can view this but not change it.</legend>
            <PromptFields
              {...{ worker, preview, holdout }}
              examples={[]}
              answer={undefined}
              stored={prompt}
            />
          </fieldset>
        )}
        {mayEdit && worker.isPossible && <WorkerPanel />}
      </PushLayout>
    </PlanGatesContext.Provider>
  )
}

type PromptStatusProps = { isShown: boolean; subscribers: number; mayEdit: boolean }

const PromptStatus = ({ isShown, subscribers, mayEdit }: PromptStatusProps) => (
  <Panel>
    <h2 className="part-title">Status</h2>
    <p className="part-lead">
      <Badge {...(isShown ? { tone: 'success' as const } : {})}>{isShown ? 'On' : 'Off'}</Badge>{' '}
      {isShown
        ? 'Visitors can subscribe on your site.'
        : 'Visitors aren’t asked. Those who subscribed keep their subscription.'}{' '}
      {countWithNoun(subscribers, 'subscriber')} so far.
    </p>
    {mayEdit &&
      (isShown ? (
        <ActionForm hidden={{ intent: 'off' }} action="Turn off prompt" className="" />
      ) : (
        <FeatureGate flag="push_nudges">
          <ActionForm hidden={{ intent: 'on' }} action="Turn on prompt" className="" />
        </FeatureGate>
      ))}
  </Panel>
)
