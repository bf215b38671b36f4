/** A new campaign, empty or as a copy. It is sent from its page, once it is saved. */
import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useCallback, useState } from 'react'
import { isUuid, requireRight, requireSite } from '#app/auth/guards.server.ts'
import { createCampaign } from '#app/domain/push/campaigns.server.ts'
import { readPushSite } from '#app/domain/push/site-settings.server.ts'
import { shareReads } from '#app/domain/share-reads.server.ts'
import { readFormData } from '#app/lib/web/forms.ts'
import { freshCampaign, readCampaign } from '#app/presenters/push/campaign.server.ts'
import { describeQuiet } from '#app/presenters/push/words.ts'
import { findingsOf } from '#app/presenters/push/findings.ts'
import { siteTitle } from '#app/ui/format/document-title.ts'
import { ActionForm } from '#app/ui/forms/action-form.tsx'
import { Screen } from '#app/ui/screen.tsx'
import { CampaignFields } from './campaign-fields.tsx'
import { campaignInputOf } from './form-values.ts'
import { MessageStudio, readTyped, type TypedMessage } from './message-studio.tsx'
import { links } from './push-layout.tsx'
import { refusedPushForm } from './refused-form.server.ts'

export { headers } from '#app/platforms/headers.ts'
export {
  preserveForm as clientAction,
  skipAfterFault as shouldRevalidate,
} from '#app/ui/forms/preserve-form.ts'
export { links }
export const meta = siteTitle('New push campaign')

export async function loader(args: LoaderFunctionArgs) {
  const { scope, site, team } = await requireSite(args)
  requireRight(team, 'site:edit')
  const services = shareReads(args.context.services)
  const copy = new URL(args.request.url).searchParams.get('copy') ?? ''
  const { delivery } = await readPushSite(services, scope)
  const copied = isUuid(copy)
    ? await readCampaign(services, scope, { uuid: copy, holdoutPercent: 0 })
    : null
  const input = freshCampaign(copied?.input ?? null)
  return {
    input,
    checked: findingsOf(input),
    image: copied?.image ?? null,
    quiet: describeQuiet(delivery),
    host: new URL(site.url).host,
    siteName: site.name,
  }
}

export async function action(args: ActionFunctionArgs) {
  const { account, scope, team } = await requireSite(args)
  requireRight(team, 'site:edit')
  const form = await readFormData(args.request)
  const wanted = { input: campaignInputOf(form), userId: account.id }
  try {
    const uuid = await createCampaign(args.context.services, scope, wanted)
    return redirect(`/push-nudges/campaigns/${uuid}?made`)
  } catch (error) {
    return refusedPushForm(error, form)
  }
}

export default function NewCampaign() {
  const { input, checked, image, quiet, host, siteName } = useLoaderData<typeof loader>()
  const [typed, setTyped] = useState<TypedMessage>(input)
  const follow = useCallback((form: FormData) => {
    setTyped(readTyped(form))
  }, [])
  return (
    <Screen
      title="New campaign"
      lead="Saved as a draft. You send it from its page, where you see how many subscribers get it."
    >
      <ActionForm action="Save draft" tone="primary" className="parts" onEdit={follow}>
        {(answer) => (
          <CampaignFields stored={input} {...{ answer, quiet }}>
            <MessageStudio
              {...{ typed, checked, host, siteName }}
              saved={{ url: input.content.image, source: image }}
            />
          </CampaignFields>
        )}
      </ActionForm>
    </Screen>
  )
}
