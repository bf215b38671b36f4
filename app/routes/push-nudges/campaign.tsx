/** One campaign: message, audience, time, checks, and what became of it. `new` is one to create. */
import { data, redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { Link, useLoaderData } from '@remix-run/react'
import { useCallback, useState } from 'react'
import { requireRight, requireSite, uuidParam } from '#app/auth/guards.server.ts'
import { gatesOf } from '#app/domain/plans/entitlements.ts'
import { readEntitlements } from '#app/domain/plans/team-plan.server.ts'
import {
  changeCampaign,
  countAudience,
  pauseCampaign,
  removeCampaign,
  resumeCampaign,
  startCampaign,
  stopCampaign,
} from '#app/domain/push/campaigns.server.ts'
import { sendTestMessage } from '#app/domain/push/sending/send-test.server.ts'
import { readPushSite } from '#app/domain/push/site-settings.server.ts'
import { shareReads } from '#app/domain/share-reads.server.ts'
import { mayDo } from '#app/domain/teams/roles.ts'
import { readFormData } from '#app/lib/web/forms.ts'
import { readCampaign } from '#app/presenters/push/campaign.server.ts'
import { describeQuiet } from '#app/presenters/push/words.ts'
import { findingsOf } from '#app/presenters/push/findings.ts'
import { siteTitle } from '#app/ui/format/document-title.ts'
import type { Saved } from '#app/ui/forms/form-fetcher.ts'
import { SettingsForm } from '#app/ui/forms/settings-form.tsx'
import { Banner } from '#app/ui/kit/banner.tsx'
import { PlanGatesContext } from '#app/ui/plan-gate.tsx'
import { usePolling } from '#app/ui/polling.ts'
import { Screen } from '#app/ui/screen.tsx'
import { CampaignFields } from './campaign-fields.tsx'
import { CampaignResults } from './campaign-results.tsx'
import { CampaignStatus } from './campaign-status.tsx'
import { campaignInputOf, intentIn, linkIn } from './form-values.ts'
import { MessageStudio, readTyped, type TypedMessage } from './message-studio.tsx'
import { links } from './push-layout.tsx'
import { refusedPushForm } from './refused-form.server.ts'
import { SendTest } from './send-test.tsx'

export { headers } from '#app/platforms/headers.ts'
export { outlastOutage as clientLoader } from '#app/ui/polling.ts'
export {
  preserveForm as clientAction,
  skipAfterFault as shouldRevalidate,
} from '#app/ui/forms/preserve-form.ts'
export { links }
export const meta = siteTitle<{ campaign: { input: { name: string } } }>(
  (shown) => shown?.campaign.input.name ?? 'Push campaign',
)

const list = '/push-nudges/campaigns'
const intents = ['save', 'test', 'start', 'pause', 'resume', 'stop', 'delete'] as const

export async function loader(args: LoaderFunctionArgs) {
  const { scope, site, team } = await requireSite(args)
  const services = shareReads(args.context.services)
  const uuid = uuidParam(args, 'id')
  const [push, entitlements] = await Promise.all([
    readPushSite(services, scope),
    readEntitlements(services, scope),
  ])
  const { delivery } = push
  const wanted = { uuid, holdoutPercent: delivery.holdout }
  const campaign = await readCampaign(services, scope, wanted)
  return {
    campaign,
    checked: findingsOf(campaign.input),
    audience:
      campaign.state === 'draft'
        ? await countAudience(services, scope, campaign.input.audience)
        : null,
    quiet: describeQuiet(delivery),
    gates: gatesOf(entitlements, ['push_nudges']),
    host: new URL(site.url).host,
    siteName: site.name,
    mayEdit: mayDo(team.role, 'site:edit'),
    isNew: new URL(args.request.url).searchParams.has('made'),
  }
}

export async function action(args: ActionFunctionArgs) {
  const { scope, team } = await requireSite(args)
  requireRight(team, 'site:edit')
  const { services } = args.context
  const uuid = uuidParam(args, 'id')
  // A missing campaign is reported before the input.
  const { input } = await readCampaign(services, scope, { uuid, holdoutPercent: 0 })
  const form = await readFormData(args.request)
  try {
    switch (intentIn(form, intents)) {
      case 'save':
        await changeCampaign(services, scope, { uuid, input: campaignInputOf(form) })
        return data<Saved>({ saved: 'Draft saved' })
      case 'test':
        for (const content of [input.content, ...(input.contentB ? [input.contentB] : [])]) {
          await sendTestMessage(services, scope, { link: linkIn(form), kind: 'news', content })
        }
        return data<Saved>({ saved: 'Test sent' })
      case 'start':
        await startCampaign(services, scope, uuid)
        return data<Saved>({ saved: 'Campaign started' })
      case 'pause':
        await pauseCampaign(services, scope, uuid)
        return data<Saved>({ saved: 'Campaign paused' })
      case 'resume':
        await resumeCampaign(services, scope, uuid)
        return data<Saved>({ saved: 'Campaign resumed' })
      case 'stop':
        await stopCampaign(services, scope, uuid)
        return data<Saved>({ saved: 'Campaign stopped' })
      case 'delete':
        await removeCampaign(services, scope, uuid)
        return redirect(`${list}?deleted`)
    }
  } catch (error) {
    return refusedPushForm(error, form)
  }
}

export default function Campaign() {
  const loaded = useLoaderData<typeof loader>()
  const { campaign, audience, gates, quiet, host, siteName, mayEdit, isNew } = loaded
  const { input, state, counts, texts, holdout, image } = campaign
  const [typed, setTyped] = useState<TypedMessage>(input)
  const [isDirty, setIsDirty] = useState(false)
  const follow = useCallback((form: FormData) => {
    setTyped(readTyped(form))
  }, [])
  const studio = (
    <MessageStudio
      {...{ typed, host, siteName }}
      checked={loaded.checked}
      saved={{ url: input.content.image, source: image }}
    />
  )
  return (
    <PlanGatesContext.Provider value={gates}>
      <Screen title={input.name} lead="Push campaign">
        <div className="parts">
          {isNew && <Banner tone="success">Draft created. Check it, then send it.</Banner>}
          {state === 'sending' && <Refresh />}
          <CampaignStatus
            {...{ state, audience, mayEdit, isDirty }}
            waiting={waitingIn(counts)}
            name={input.name}
            sendAt={input.sendAt}
          />
          {counts.length > 0 && <CampaignResults {...{ counts, texts, holdout }} />}
          {mayEdit && state === 'draft' ? (
            <SettingsForm
              hidden={{ intent: 'save' }}
              draft={{}}
              className="parts"
              onEdit={follow}
              onDirty={setIsDirty}
            >
              {(answer) => (
                <CampaignFields {...{ answer, quiet }} stored={input}>
                  {studio}
                </CampaignFields>
              )}
            </SettingsForm>
          ) : (
            studio
          )}
          {mayEdit && <SendTest />}
          <p className="row gap-20">
            {mayEdit && (
              <Link className="text-link" to={`${list}/new?copy=${campaign.uuid}`}>
                Duplicate
              </Link>
            )}
            <Link className="text-link" to={list}>
              Back to campaigns
            </Link>
          </p>
        </div>
      </Screen>
    </PlanGatesContext.Provider>
  )
}

const refreshMillis = 5_000

/** While messages are on their way. */
function Refresh() {
  usePolling(refreshMillis)
  return null
}

type Counts = ReturnType<typeof useLoaderData<typeof loader>>['campaign']['counts']

/** Messages without an outcome. The holdout group gets none. */
const waitingIn = (counts: Counts) =>
  counts.reduce(
    (sum, { variant, totals: { sends, accepted, failed, skipped } }) =>
      variant === 'holdout' ? sum : sum + Math.max(0, sends - accepted - failed - skipped),
    0,
  )
