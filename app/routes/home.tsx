import {
  redirect,
  type ActionFunctionArgs,
  type LinksFunction,
  type LoaderFunctionArgs,
} from '@remix-run/node'
import {
  useActionData,
  useFetcher,
  useLoaderData,
  type ShouldRevalidateFunction,
} from '@remix-run/react'
import { useCallback } from 'react'
import { z } from 'zod'
import { requireRight, requireSite } from '#app/auth/guards.server.ts'
import { markAnnouncementsRead } from '#app/domain/announcements/announcements.server.ts'
import { readPushSurface } from '#app/domain/push/push-surface.server.ts'
import { createPreviewLink } from '#app/domain/serving/preview-link.server.ts'
import { findEmbedLink } from '#app/domain/shops/shops.server.ts'
import { findScriptSystem } from '#app/domain/shops/tenants/site-script.server.ts'
import { setPaused } from '#app/domain/sites/settings.server.ts'
import { readHome, type HomeLive } from '#app/presenters/home/home.server.ts'
import { lastDays } from '#app/domain/stats/range.ts'
import { mayDo } from '#app/domain/teams/roles.ts'
import { dayAt } from '#app/lib/days/counted-days.ts'
import { invalidFormResponse } from '#app/lib/web/form-responses.server.ts'
import type { FormResponse } from '#app/lib/web/form-response.ts'
import { readForm } from '#app/lib/web/forms.ts'
import { skipAfterFault, useFaultToast } from '#app/ui/forms/preserve-form.ts'
import { NudgePreviewLink, type MadeLink } from '#app/ui/nudge-preview/nudge-preview-link.tsx'
import chartCss from '#app/ui/charts/chart.css?url'
import detailsCss from '#app/ui/details.css?url'
import { CountedUntil } from '#app/ui/counted-until.tsx'
import { siteTitle } from '#app/ui/format/document-title.ts'
import thumbnailCss from '#app/ui/nudge-preview/thumbnail.css?url'
import { useAsking, usePolling } from '#app/ui/polling.ts'
import { PushSurfacePanel } from '#app/ui/push-surface.tsx'
import { Screen } from '#app/ui/screen.tsx'
import { EffectPanel } from '#app/routes/home/effect-panel.tsx'
import homeCss from '#app/routes/home/home.css?url'
import { News } from '#app/routes/home/news.tsx'
import { NudgePanel } from '#app/routes/home/nudge-panel.tsx'
import { Recommended } from '#app/routes/home/recommended.tsx'
import { WeekPanel } from '#app/routes/home/week-panel.tsx'
import { JustIn } from '#app/routes/home/just-in.tsx'
import { PauseSwitch } from '#app/routes/home/pause-switch.tsx'
import { IssueList } from '#app/routes/home/issue-list.tsx'
import { SetupChecklist } from '#app/routes/home/setup-checklist.tsx'
import { ShopProgress } from '#app/routes/home/shop-progress.tsx'
import { StatusLine } from '#app/routes/home/status-line.tsx'

export { headers } from '#app/platforms/headers.ts'
export { preserveForm as clientAction } from '#app/ui/forms/preserve-form.ts'
export { outlastOutage as clientLoader } from '#app/ui/polling.ts'
/** The loader's data has every curve, so choosing another one loads nothing. */
export const shouldRevalidate: ShouldRevalidateFunction = (change) => {
  const { currentUrl, nextUrl, formMethod } = change
  const isOtherCurve =
    currentUrl.pathname === nextUrl.pathname && currentUrl.search !== nextUrl.search
  return formMethod === undefined && isOtherCurve ? false : skipAfterFault(change)
}
export const links: LinksFunction = () => [
  { rel: 'stylesheet', href: homeCss },
  { rel: 'stylesheet', href: chartCss },
  { rel: 'stylesheet', href: thumbnailCss },
  { rel: 'stylesheet', href: detailsCss },
]
export const meta = siteTitle('Home')

/** Issues and the effect of nudges don't change within seconds. */
const refreshMillis = 60_000

export async function loader(args: LoaderFunctionArgs) {
  const { site, scope, team } = await requireSite(args)
  const { services } = args.context
  const week = lastDays(dayAt('UTC', services.now()), 7)
  const [home, embedLink, scriptSystem, push] = await Promise.all([
    readHome(services, scope, { mayPay: mayDo(team.role, 'billing:manage') }),
    findEmbedLink(services, scope),
    findScriptSystem(services, scope),
    readPushSurface(services, scope, week),
  ])
  const may = {
    pause: mayDo(team.role, 'sites:manage'),
    edit: mayDo(team.role, 'site:edit'),
  }
  const { host } = new URL(site.url)
  const hasScript = scriptSystem !== null
  return { ...home, pausedAt: site.pausedAt, host, embedLink, hasScript, may, push }
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
  const {
    host,
    embedLink,
    hasScript,
    pausedAt,
    may,
    issues: problems,
    effect,
    recommended,
    pictures,
    push,
  } = home
  const { live, isLate } = useLive(home.live)
  const { now, pixelSeenAt, lastReceivedAt, nudges, counts, activities } = live
  usePolling(refreshMillis)
  useFaultToast(useActionData<FormResponse>())
  const isPublished = counts.published > 0
  const setup = {
    isInstalled: pixelSeenAt !== null,
    hasActivity: lastReceivedAt !== null,
    hasGoal: counts.goals > 0,
    isPublished,
    pixelBy:
      embedLink !== null ? ('embed' as const) : hasScript ? ('app' as const) : ('code' as const),
    refusal: live.shop?.refusal ?? null,
  }

  const status = {
    host,
    pixelSeenAt,
    lastActivityAt: lastReceivedAt,
    isLate,
    now,
    embedLink,
    hasScript,
  }

  return (
    <Screen
      title="Home"
      lead={<StatusLine {...status} visitorsNow={live.visitorsNow} isPaused={pausedAt !== null} />}
    >
      <div className="stack gap-20 home">
        {pausedAt && <PauseSwitch pausedAt={pausedAt} host={host} now={now} mayPause={may.pause} />}
        {live.shop && <ShopProgress notice={live.shop} />}
        <IssueList problems={problems} />
        {may.edit && <SetupChecklist {...setup} />}
        <News />
        <CountedUntil until={live.countedUntil} now={now} />
        {pixelSeenAt !== null && (
          <WeekPanel week={live.week} effect={effect} hasGoal={counts.goals > 0} />
        )}
        <div className="columns gap-20 home-pair">
          {isPublished ? (
            <NudgePanel
              nudges={nudges}
              counts={counts}
              isPaused={pausedAt !== null}
              mayEdit={may.edit}
            >
              {!pausedAt && may.pause && (
                <PauseSwitch pausedAt={null} host={host} now={now} mayPause />
              )}
              <NudgePreviewLink host={host} action="/?index" />
              <NudgePreviewLink host={host} action="/?index" kind="visit" />
            </NudgePanel>
          ) : (
            <Recommended
              types={recommended}
              pictures={pictures}
              counts={counts}
              mayEdit={may.edit}
            />
          )}
          <JustIn
            activities={activities}
            isPublished={isPublished}
            isShop={embedLink !== null || hasScript}
            mayEdit={may.edit}
            now={now}
          />
        </div>
        {push && <PushSurfacePanel push={push} days="Last 7 days" />}
        {(pixelSeenAt !== null || effect.kind === 'no_experiment') && (
          <EffectPanel effect={effect} forecast={home.forecast} />
        )}
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
