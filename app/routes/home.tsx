import {
  redirect,
  type ActionFunctionArgs,
  type LinksFunction,
  type LoaderFunctionArgs,
} from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { Banner } from '@shopify/polaris'
import { z } from 'zod'
import { requireRight, requireSite } from '#app/auth/guards.server.ts'
import { makePreviewLink } from '#app/domain/nudges/preview-link.server.ts'
import { setPaused } from '#app/domain/sites/settings.server.ts'
import { readHome } from '#app/domain/stats/home.server.ts'
import { findHomeProblems } from '#app/domain/stats/home-problems.ts'
import { mayDo } from '#app/domain/teams/roles.ts'
import { wrongForm } from '#app/lib/form-answers.server.ts'
import { readForm } from '#app/lib/forms.ts'
import { productName } from '#app/lib/product.ts'
import { NudgePreviewLink, type MadeLink } from '#app/ui/nudge-preview-link.tsx'
import nudgePreviewCss from '#app/ui/nudge-preview.css?url'
import { usePolling } from '#app/ui/polling.ts'
import { Screen } from '#app/ui/screen.tsx'
import { ActivityList } from './home/activity-list.tsx'
import { EffectPanel } from './home/effect-panel.tsx'
import homeCss from './home/home.css?url'
import { NudgeTable } from './home/nudge-table.tsx'
import { PauseSwitch } from './home/pause-switch.tsx'
import { PlanPanel } from './home/plan-panel.tsx'
import { ProblemList } from './home/problem-list.tsx'
import { SetupChecklist } from './home/setup-checklist.tsx'
import { StatusStrip } from './home/status-strip.tsx'

export { headers } from '#app/platforms/headers.ts'
export { outlastOutage as clientLoader } from '#app/ui/polling.ts'
export const links: LinksFunction = () => [
  { rel: 'stylesheet', href: homeCss },
  { rel: 'stylesheet', href: nudgePreviewCss },
]
export const meta = () => [{ title: `Home – ${productName}` }]

/** A newcomer watches the first click arrive. */
const pollMillis = 5_000

export async function loader(args: LoaderFunctionArgs) {
  const { site, scope, team } = await requireSite(args)
  const home = await readHome(args.context.services, scope)
  const { pixelSeenAt, pausedAt, url } = site
  const may = {
    pause: mayDo(team.role, 'sites:manage'),
    setUp: mayDo(team.role, 'site:edit'),
  }
  const problems = findHomeProblems({
    ...{ siteUuid: site.uuid, pixelSeenAt, now: home.now, usedPercent: home.use.percent },
  })
  return { ...home, problems, pixelSeenAt, pausedAt, host: new URL(url).host, may }
}

const homeInput = z.object({ intent: z.enum(['pause', 'resume', 'preview']) })

export async function action(args: ActionFunctionArgs) {
  const { scope, team } = await requireSite(args)
  const form = await readForm(args.request, homeInput)
  if (!form.ok) return wrongForm(form.errors, {})
  if (form.value.intent === 'preview') {
    const made: MadeLink = { link: await makePreviewLink(args.context.services, scope, null) }
    return Response.json(made, { headers: { 'Cache-Control': 'no-store' } })
  }

  requireRight(team, 'sites:manage')
  await setPaused(args.context.services, scope, form.value.intent === 'pause')
  return redirect('/')
}

export default function Home() {
  const home = useLoaderData<typeof loader>()
  const { host, now, pixelSeenAt, pausedAt, lastReceivedAt, totals, nudges, activities, may } = home
  const { problems, use, effect } = home
  const isLate = usePolling(pollMillis)
  const setup = {
    isInstalled: pixelSeenAt !== null,
    hasActivity: lastReceivedAt !== null,
    isPublished: nudges.length > 0,
  }

  return (
    <Screen title="Home" lead={`What happens on ${host}, refreshed every few seconds.`}>
      <div className="home">
        {isLate && (
          <Banner tone="warning">The server does not answer. These figures may be old.</Banner>
        )}
        {pausedAt && <PauseSwitch pausedAt={pausedAt} host={host} now={now} mayPause={may.pause} />}
        <ProblemList problems={problems} />
        <StatusStrip
          pixelSeenAt={pixelSeenAt}
          lastActivityAt={lastReceivedAt}
          totals={totals}
          now={now}
        />
        {may.setUp && <SetupChecklist {...setup} />}
        <NudgeTable nudges={nudges} />
        {setup.isPublished && <NudgePreviewLink host={host} action="/?index" />}
        {setup.isPublished && !pausedAt && may.pause && (
          <PauseSwitch pausedAt={null} host={host} now={now} mayPause />
        )}
        <EffectPanel effect={effect} />
        <PlanPanel use={use} />
        <ActivityList activities={activities} isPublished={setup.isPublished} now={now} />
      </div>
    </Screen>
  )
}
