/** From an empty account to a previewed and published nudge, in four steps. */
import {
  redirect,
  type ActionFunctionArgs,
  type LinksFunction,
  type LoaderFunctionArgs,
  type MetaFunction,
} from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { pathWithoutSite, requireAccountContext } from '#app/auth/guards.server.ts'
import { readBrowser } from '#app/auth/read-browser.server.ts'
import { readOnboardingProgress } from '#app/presenters/onboarding/progress.server.ts'
import { currentOnboardingStep } from '#app/presenters/onboarding/steps.ts'
import { mayDo } from '#app/domain/teams/roles.ts'
import type { FormResponse } from '#app/lib/web/form-response.ts'
import { formatTitle } from '#app/ui/format/document-title.ts'
import detailsCss from '#app/ui/details.css?url'
import nudgePreviewCss from '#app/ui/nudge-preview/nudge-preview.css?url'
import thumbnailCss from '#app/ui/nudge-preview/thumbnail.css?url'
import { useFaultToast } from '#app/ui/forms/preserve-form.ts'
import { InstallStep } from './install-step.tsx'
import { NudgeStep } from './nudge-step.tsx'
import { PublishStep } from './publish-step.tsx'
import { nudgeInAddress, readNewSite, readStep, stepStatesOf } from './read-step.server.ts'
import { SiteStep } from './site-step.tsx'
import { submitStep } from './submit-step.server.ts'

export { headers } from '#app/platforms/headers.ts'
export {
  preserveForm as clientAction,
  skipAfterFault as shouldRevalidate,
} from '#app/ui/forms/preserve-form.ts'
export { outlastOutage as clientLoader } from '#app/ui/polling.ts'
export const links: LinksFunction = () => [
  { rel: 'stylesheet', href: nudgePreviewCss },
  { rel: 'stylesheet', href: thumbnailCss },
  { rel: 'stylesheet', href: detailsCss },
]
export const meta: MetaFunction<typeof loader> = ({ data: view }) => [
  { title: formatTitle('Set up', view?.site && hostOf(view.site)) },
]

const hostOf = (site: { host: string } | { url: string }) =>
  'host' in site ? site.host : new URL(site.url).host

export async function loader(args: LoaderFunctionArgs) {
  const accountContext = await requireAccountContext(args)
  const { account, team, siteContext } = accountContext
  const { services } = args.context
  // People who can't add sites and see none have nothing to do here.
  if (team && !siteContext && !mayDo(team.role, 'sites:manage'))
    throw redirect(pathWithoutSite(team))
  if (team && !mayDo(team.role, 'site:edit')) throw redirect('/')

  const progress = await readOnboardingProgress(services, account.id, siteContext)
  const maySite = team === null || mayDo(team.role, 'sites:manage')
  const way = stepStatesOf(progress, maySite)
  if (!siteContext) return readNewSite(accountContext, way)
  const step = currentOnboardingStep(progress, new URL(args.request.url).searchParams.get('step'))
  if (step === null || (step === 'site' && !maySite)) throw redirect('/')
  return readStep(services, siteContext, {
    step,
    way,
    progress,
    named: nudgeInAddress(args.request),
    browser: readBrowser(args),
  })
}

export const action = (args: ActionFunctionArgs) => submitStep(args)

export default function Onboarding() {
  const view = useLoaderData<typeof loader>()
  const answer = useActionData<FormResponse>()
  useFaultToast(answer)

  switch (view.step) {
    case 'site':
      return <SiteStep {...view} answer={answer} />
    case 'install':
      return <InstallStep {...view} />
    case 'nudge':
      return <NudgeStep {...view} answer={answer} />
    case 'publish':
      return <PublishStep key={view.nudge.uuid} {...view} answer={answer} />
  }
}
