import {
  redirect,
  type ActionFunctionArgs,
  type LinksFunction,
  type LoaderFunctionArgs,
} from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { placeWithoutSite, requireRight, requireVisit } from '#app/auth/guards.server.ts'
import {
  draftPurchaseNudge,
  listNudges,
  publishPurchaseNudge,
} from '#app/domain/nudges/nudges.server.ts'
import { makePreviewLink } from '#app/domain/nudges/preview-link.server.ts'
import { previewPurchase } from '#app/domain/nudges/preview.server.ts'
import { defaultSiteOptions } from '#app/contract/site-options.ts'
import { changeOptions } from '#app/domain/sites/settings.server.ts'
import { createSite } from '#app/domain/sites/sites.server.ts'
import { createSiteInput, installationCode } from '#app/domain/sites/site.ts'
import { mayDo } from '#app/domain/teams/roles.ts'
import { createTeamInput } from '#app/domain/teams/team.ts'
import { createTeam } from '#app/domain/teams/teams.server.ts'
import type { FormAnswer } from '#app/lib/form-answer.ts'
import { readTyped, refusedForm, wrongForm } from '#app/lib/form-answers.server.ts'
import { readForm } from '#app/lib/forms.ts'
import { productName } from '#app/lib/product.ts'
import { useFaultToast } from '#app/ui/keep-form.ts'
import type { MadeLink } from '#app/ui/nudge-preview-link.tsx'
import nudgePreviewCss from '#app/ui/nudge-preview.css?url'
import { InstallStep } from './install-step.tsx'
import { NudgeStep } from './nudge-step.tsx'
import { OrganizationStep } from './organization-step.tsx'
import { SiteStep } from './site-step.tsx'
import { stepOf } from './steps.ts'

export { headers } from '#app/platforms/headers.ts'
export { keepForm as clientAction, skipAfterFault as shouldRevalidate } from '#app/ui/keep-form.ts'
export { outlastOutage as clientLoader } from '#app/ui/polling.ts'
export const links: LinksFunction = () => [{ rel: 'stylesheet', href: nudgePreviewCss }]
export const meta = () => [{ title: `Set up – ${productName}` }]

const onboardingInput = z.discriminatedUnion('intent', [
  createTeamInput.extend({ intent: z.literal('organization') }),
  createSiteInput.extend({ intent: z.literal('site') }),
  z.object({ intent: z.literal('preview') }),
  z.object({ intent: z.literal('publish'), holdout: z.literal('on').optional() }),
])

export async function loader(args: LoaderFunctionArgs) {
  const { team, siteVisit } = await requireVisit(args)
  const { services } = args.context
  // Who may neither add a site nor set one up has nothing to do here.
  if (team && !siteVisit && !mayDo(team.role, 'sites:manage'))
    throw redirect(placeWithoutSite(team))
  if (team && !mayDo(team.role, 'site:edit')) throw redirect('/')
  const nudges = siteVisit ? await listNudges(services, siteVisit.scope) : []
  const progress = {
    hasTeam: team !== null,
    hasSite: siteVisit !== null,
    isInstalled: Boolean(siteVisit?.site.pixelSeenAt),
    isPublished: nudges.some(({ state }) => state === 'published'),
  }

  const step = stepOf(progress, new URL(args.request.url).searchParams.get('step'))
  if (step === null) throw redirect('/')
  if (!siteVisit || step === 'organization' || step === 'site') {
    return { step: step === 'organization' ? step : ('site' as const), organization: team?.name }
  }

  const { site, scope } = siteVisit
  const { appUrl } = services.config
  const { uuid, name, url } = site
  const about = { site: { uuid, name, host: new URL(url).host }, now: services.now() }
  if (step === 'install') {
    const code = installationCode(appUrl, site.uuid)
    return { step, ...about, code, seenAt: site.pixelSeenAt }
  }
  const preview = await previewPurchase(services, scope)
  const endpoint = `${appUrl}/api/v1/sites/${site.uuid}/activities`
  const mayMakeToken = team !== null && mayDo(team.role, 'tokens:manage')
  return { step, ...about, preview, endpoint, mayMakeToken, isPublished: progress.isPublished }
}

export async function action(args: ActionFunctionArgs) {
  const { account, team, siteVisit } = await requireVisit(args)
  const { services } = args.context
  const typed = await readTyped(args.request, ['name', 'url'])
  const form = await readForm(args.request, onboardingInput)
  if (!form.ok) return wrongForm(form.errors, typed)

  try {
    switch (form.value.intent) {
      case 'organization':
        // A second submit of the same form must not make a second organization.
        if (!team) await createTeam(services, account, form.value)
        return redirect('/onboarding')
      case 'site':
        if (!team) return redirect('/onboarding')
        requireRight(team, 'sites:manage')
        if (!siteVisit)
          await createSite(
            services,
            { team: team.scope, userId: account.id, actor: account },
            form.value,
          )
        return redirect('/onboarding?step=install')
      case 'preview': {
        if (!siteVisit) return redirect('/onboarding')
        requireRight(siteVisit.team, 'site:edit')
        const nudge = await draftPurchaseNudge(services, siteVisit.scope)
        const made: MadeLink = {
          link: await makePreviewLink(services, siteVisit.scope, nudge.uuid),
        }
        return Response.json(made, { headers: { 'Cache-Control': 'no-store' } })
      }
      case 'publish':
        if (!siteVisit) return redirect('/onboarding')
        requireRight(siteVisit.team, 'site:edit')
        await changeOptions(services, siteVisit.scope, {
          holdout: form.value.holdout === 'on' ? defaultSiteOptions.holdout : 0,
        })
        await publishPurchaseNudge(services, siteVisit.scope)
        return redirect('/')
    }
  } catch (error) {
    return refusedForm(error, typed)
  }
}

export default function Onboarding() {
  const view = useLoaderData<typeof loader>()
  const answer = useActionData<FormAnswer>()
  useFaultToast(answer)

  switch (view.step) {
    case 'organization':
      return <OrganizationStep answer={answer} />
    case 'site':
      return <SiteStep answer={answer} organization={view.organization} />
    case 'install':
      return <InstallStep {...view} />
    case 'nudge':
      return <NudgeStep {...view} />
  }
}
