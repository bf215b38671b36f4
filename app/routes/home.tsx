import {
  redirect,
  type ActionFunctionArgs,
  type LinksFunction,
  type LoaderFunctionArgs,
} from '@remix-run/node'
import { useActionData, useFetcher, useLoaderData } from '@remix-run/react'
import { useCallback } from 'react'
import { z } from 'zod'
import { requireRight, requireSite } from '#app/auth/guards.server.ts'
import { markAnnouncementsRead } from '#app/domain/announcements/announcements.server.ts'
import { createPreviewLink } from '#app/domain/serving/preview-link.server.ts'
import { findEmbedLink } from '#app/domain/shops/shops.server.ts'
import { setPaused } from '#app/domain/sites/settings.server.ts'
import { readHome, type HomeLive } from '#app/presenters/home/home.server.ts'
import { mayDo } from '#app/domain/teams/roles.ts'
import { invalidFormResponse } from '#app/lib/web/form-responses.server.ts'
import type { FormResponse } from '#app/lib/web/form-response.ts'
import { readForm } from '#app/lib/web/forms.ts'
import { productName } from '#app/lib/product.ts'
import { useFaultToast } from '#app/ui/forms/preserve-form.ts'
import { NudgePreviewLink, type MadeLink } from '#app/ui/nudge-preview/nudge-preview-link.tsx'
import nudgePreviewCss from '#app/ui/nudge-preview/nudge-preview.css?url'
import { useAsking, usePolling } from '#app/ui/polling.ts'
import { Screen } from '#app/ui/screen.tsx'
import { ActivityList } from '#app/routes/home/activity-list.tsx'
import { EffectPanel } from '#app/routes/home/effect-panel.tsx'
import homeCss from '#app/routes/home/home.css?url'
import { News } from '#app/routes/home/news.tsx'
import { NudgeTable } from '#app/routes/home/nudge-table.tsx'
import { PauseSwitch } from '#app/routes/home/pause-switch.tsx'
import { PlanPanel } from '#app/routes/home/plan-panel.tsx'
import { IssueList } from '#app/routes/home/issue-list.tsx'
import { SetupChecklist } from '#app/routes/home/setup-checklist.tsx'
import { ShopProgress } from '#app/routes/home/shop-progress.tsx'
import { StatusStrip } from '#app/routes/home/status-strip.tsx'

export { headers } from '#app/platforms/headers.ts'
export {
  preserveForm as clientAction,
  skipAfterFault as shouldRevalidate,
} from '#app/ui/forms/preserve-form.ts'
export { outlastOutage as clientLoader } from '#app/ui/polling.ts'
export const links: LinksFunction = () => [
  { rel: 'stylesheet', href: homeCss },
  { rel: 'stylesheet', href: nudgePreviewCss },
]
export const meta = () => [{ title: `Home – ${productName}` }]

/** Issues and the effect of nudges don't change within seconds. */
const refreshMillis = 60_000

export async function loader(args: LoaderFunctionArgs) {
  const { site, scope, team } = await requireSite(args)
  const { services } = args.context
  const home = await readHome(services, scope)
  const may = {
    pause: mayDo(team.role, 'sites:manage'),
    edit: mayDo(team.role, 'site:edit'),
  }
  const embedLink = await findEmbedLink(services, scope)
  return { ...home, pausedAt: site.pausedAt, host: new URL(site.url).host, embedLink, may }
}

const homeInput = z.discriminatedUnion('intent', [
  z.object({ intent: z.enum(['pause', 'resume', 'preview', 'visit']) }),
  z.object({ intent: z.literal('read'), newest: z.coerce.number().int().positive() }),
])

export async function action(args: ActionFunctionArgs) {
  const { scope, team, account } = await requireSite(args)
  const form = await readForm(args.request, homeInput)
  if (!form.ok) return invalidFormResponse(form.errors, {})
  if (form.value.intent === 'preview' || form.value.intent === 'visit') {
    const kind = form.value.intent === 'visit' ? 'live' : 'drafts'
    const made: MadeLink = { link: await createPreviewLink(args.context.services, scope, { kind }) }
    return Response.json(made, { headers: { 'Cache-Control': 'no-store' } })
  }
  if (form.value.intent === 'read') {
    // During impersonation, the person hasn't seen anything.
    if (!account.impersonator)
      await markAnnouncementsRead(args.context.services, account.id, form.value.newest)
    return redirect('/')
  }

  requireRight(team, 'sites:manage')
  await setPaused(args.context.services, scope, form.value.intent === 'pause')
  return redirect('/')
}

export default function Home() {
  const home = useLoaderData<typeof loader>()
  const { host, embedLink, pausedAt, may, issues: problems, use, effect, recommended } = home
  const { live, isLate } = useLive(home.live)
  const { now, pixelSeenAt, lastReceivedAt, totals, nudges, counts, activities } = live
  usePolling(refreshMillis)
  useFaultToast(useActionData<FormResponse>())
  const isPublished = counts.published > 0
  const setup = {
    isInstalled: pixelSeenAt !== null,
    hasActivity: lastReceivedAt !== null,
    hasGoal: counts.goals > 0,
    isPublished,
    isShop: embedLink !== null,
  }

  return (
    <Screen title="Home" lead={<Lead host={host} isLate={isLate} />}>
      <div className="home">
        {pausedAt && <PauseSwitch pausedAt={pausedAt} host={host} now={now} mayPause={may.pause} />}
        {live.backfill && <ShopProgress progress={live.backfill} />}
        <News />
        <IssueList problems={problems} />
        <StatusStrip
          pixelSeenAt={pixelSeenAt}
          lastActivityAt={lastReceivedAt}
          totals={totals}
          now={now}
          embedLink={embedLink}
        />
        {may.edit && <SetupChecklist {...setup} />}
        <NudgeTable {...{ nudges, counts, recommended }} mayEdit={may.edit} />
        {isPublished && (
          <div className="home-acts">
            <NudgePreviewLink host={host} action="/?index" />
            <NudgePreviewLink host={host} action="/?index" kind="visit" />
            {!pausedAt && may.pause && (
              <PauseSwitch pausedAt={null} host={host} now={now} mayPause />
            )}
          </div>
        )}
        <div className="home-pair">
          <EffectPanel effect={effect} />
          <PlanPanel use={use} />
        </div>
        <ActivityList activities={activities} isPublished={isPublished} now={now} />
      </div>
    </Screen>
  )
}

/** Short enough to watch the first click arrive. */
const liveMillis = 5_000

type Followed = {
  live: HomeLive
  /** The latest response is overdue. */
  isLate: boolean
}

/** The loader's data, and updates while the tab is visible. */
function useLive(first: HomeLive): Followed {
  const { load, state, data } = useFetcher<HomeLive>()
  const ask = useCallback(() => {
    load('/home/live')
  }, [load])
  const isLate = useAsking({ ask, state, millis: liveMillis })

  return { live: data && data.now > first.now ? data : first, isLate }
}

/** Replaces text of the same height, so that nothing shifts when the server can't be reached. */
const Lead = ({ host, isLate }: { host: string; isLate: boolean }) => (
  <span role="status">
    {isLate
      ? 'Can’t reach the server. These numbers may be out of date.'
      : `Live activity on ${host}, updated every few seconds.`}
  </span>
)
