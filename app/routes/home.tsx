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
import { readPushSurface } from '#app/domain/push/measuring/push-surface.server.ts'
import { createPreviewLink } from '#app/domain/serving/preview-link.server.ts'
import { findEmbedLink } from '#app/domain/shops/shops.server.ts'
import { findScriptSystem } from '#app/domain/shops/tenants/site-script.server.ts'
import { pauseLengthInput } from '#app/domain/sites/pause/pause.ts'
import { changePause } from '#app/domain/sites/pause/pause.server.ts'
import { readHome, type HomeLive } from '#app/presenters/home/home.server.ts'
import { readHomeLength } from '#app/presenters/home/home-metrics.ts'
import { homeRange } from '#app/presenters/home/period.server.ts'
import { mayDo } from '#app/domain/teams/roles.ts'
import { invalidFormResponse } from '#app/lib/web/form-responses.server.ts'
import type { FormResponse } from '#app/lib/web/form-response.ts'
import { readForm } from '#app/lib/web/forms.ts'
import { skipAfterFault, useFaultToast } from '#app/ui/forms/preserve-form.ts'
import { NudgePreviewLink, type MadeLink } from '#app/ui/nudge-preview/nudge-preview-link.tsx'
import chartCss from '#app/ui/charts/chart.css?url'
import detailsCss from '#app/ui/details.css?url'
import { CountedUntil } from '#app/ui/counted-until.tsx'
import { datesOf } from '#app/ui/charts/dated.ts'
import { siteTitle } from '#app/ui/format/document-title.ts'
import thumbnailCss from '#app/ui/nudge-preview/thumbnail.css?url'
import { useAsking, usePolling } from '#app/ui/polling.ts'
import { PauseBanner } from '#app/ui/pause/pause-banner.tsx'
import { PauseMenu } from '#app/ui/pause/pause-menu.tsx'
import { PushSurfacePanel } from '#app/ui/push-surface.tsx'
import { Screen } from '#app/ui/screen.tsx'
import { AnswerPanel } from '#app/routes/home/answer-panel.tsx'
import homeCss from '#app/routes/home/home.css?url'
import { News } from '#app/routes/home/news.tsx'
import { NudgePanel } from '#app/routes/home/nudge-panel.tsx'
import { Recommended } from '#app/routes/home/recommended.tsx'
import { JustIn } from '#app/routes/home/just-in.tsx'
import { IssueList } from '#app/routes/home/issue-list.tsx'
import { SetupChecklist } from '#app/routes/home/setup-checklist.tsx'
import { ShopProgress } from '#app/routes/home/shop-progress.tsx'
import { StatusLine } from '#app/routes/home/status-line.tsx'

export { headers } from '#app/platforms/headers.ts'
export { preserveForm as clientAction } from '#app/ui/forms/preserve-form.ts'
export { outlastOutage as clientLoader } from '#app/ui/polling.ts'
/** The loader's data has every curve of the period, so choosing another one loads nothing. */
export const shouldRevalidate: ShouldRevalidateFunction = (change) => {
  const { currentUrl, nextUrl, formMethod } = change
  const lengthOf = ({ searchParams }: URL) => readHomeLength(searchParams)
  const isOtherCurve =
    currentUrl.pathname === nextUrl.pathname &&
    currentUrl.search !== nextUrl.search &&
    lengthOf(currentUrl) === lengthOf(nextUrl)
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
  const length = readHomeLength(new URL(args.request.url).searchParams)
  const [home, embedLink, scriptSystem, push] = await Promise.all([
    readHome(services, scope, { mayPay: mayDo(team.role, 'billing:manage'), length }),
    findEmbedLink(services, scope),
    findScriptSystem(services, scope),
    readPushSurface(services, scope, homeRange(services, scope, length)),
  ])
  const may = {
    pause: mayDo(team.role, 'sites:manage'),
    edit: mayDo(team.role, 'site:edit'),
  }
  const { host } = new URL(site.url)
  const hasScript = scriptSystem !== null
  const { pausedAt, pausedUntil, timeZone } = site
  return { ...home, pausedAt, pausedUntil, timeZone, host, embedLink, hasScript, may, push }
}

const homeInput = z.discriminatedUnion('intent', [
  z.object({ intent: z.literal('pause'), length: pauseLengthInput }),
  z.object({ intent: z.enum(['resume', 'preview', 'visit']) }),
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
  const length = form.value.intent === 'pause' ? form.value.length : null
  await changePause(args.context.services, scope, { actor: account, length })
  return redirect('/')
}

export default function Home() {
  const home = useLoaderData<typeof loader>()
  const {
    host,
    embedLink,
    hasScript,
    pausedAt,
    pausedUntil,
    timeZone,
    may,
    issues: problems,
    recommended,
    pictures,
    push,
    verdict,
    verdictDays,
    isMeasured,
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

  // The next step comes first until there is something to answer.
  const isNew = pixelSeenAt === null || !isPublished
  const justIn = (
    <JustIn
      activities={activities}
      isPublished={isPublished}
      isShop={embedLink !== null || hasScript}
      mayEdit={may.edit}
      now={now}
    />
  )
  const checklist = may.edit && <SetupChecklist {...setup} />

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
      <div className="stack gap-20 home" {...datesOf(live.period.range)}>
        <PauseBanner
          {...{ pausedAt, pausedUntil, host, timeZone, now }}
          field={may.pause ? 'intent' : null}
        />
        {live.shop && <ShopProgress notice={live.shop} />}
        {isNew && checklist}
        {pixelSeenAt !== null && (
          <AnswerPanel
            {...{ verdict, verdictDays, isMeasured }}
            period={live.period}
            goals={{ all: counts.goals, other: counts.otherGoals }}
          />
        )}
        <CountedUntil until={live.countedUntil} now={now} />
        {!isNew && checklist}
        <div className="columns gap-20 home-pair">
          <IssueList problems={problems} />
          {isPublished ? (
            <NudgePanel
              nudges={nudges}
              seenCount={live.seenCount}
              period={live.period}
              counts={counts}
              isPaused={pausedAt !== null}
              mayEdit={may.edit}
            >
              {!pausedAt && may.pause && <PauseMenu hidden={{ intent: 'pause' }} />}
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
          {problems.length === 0 && justIn}
        </div>
        {problems.length > 0 && justIn}
        {push && <PushSurfacePanel push={push} days={live.period.range} />}
        <News />
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
  const { length } = first.period
  const ask = useCallback(() => {
    load(`/home/live?days=${String(length)}`)
  }, [load, length])
  const isLate = useAsking({ ask, state, millis: liveMillis })

  // Another period can have been chosen since.
  const isNewer = data && data.now > first.now && data.period.length === length
  return { live: isNewer ? data : first, isLate }
}
