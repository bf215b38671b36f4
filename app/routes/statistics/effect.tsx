/** The effect of nudges: visitors who can see them, compared with the holdout group. */
import { data, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import type { CSSProperties } from 'react'
import { requireRight, requireSite } from '#app/auth/guards.server.ts'
import { holdoutInput } from '#app/domain/sites/option-inputs.ts'
import { changeOptions } from '#app/domain/sites/settings.server.ts'
import { readSiteOptions } from '#app/domain/sites/site-options.server.ts'
import {
  describeComparison,
  describeUntrusted,
  siteGroups,
} from '#app/domain/stats/effect/effect-text.ts'
import { looksSentences } from '#app/domain/stats/effect/lift-text.ts'
import { describeForecast, describeSplit } from '#app/domain/stats/effect/forecast-text.ts'
import {
  forecastEffect,
  type Forecast,
  type ForecastWanted,
} from '#app/domain/stats/effect/forecast.ts'
import {
  firstMeasuredDay,
  readEffect,
  type Effect,
} from '#app/domain/stats/effect/read-effect.server.ts'
import { listExperiments } from '#app/domain/stats/effect/read-experiments.server.ts'
import { mayDo } from '#app/domain/teams/roles.ts'
import { invalidFormResponse, readSubmittedValues } from '#app/lib/web/form-responses.server.ts'
import { readForm } from '#app/lib/web/forms.ts'
import { Empty } from '#app/ui/empty.tsx'
import type { Saved } from '#app/ui/forms/form-fetcher.ts'
import { Panel } from '#app/ui/panel.tsx'
import { formatDays } from '#app/lib/days/moment-text.ts'
import { Download } from './download.tsx'
import { datedBy, datesOf } from '#app/ui/charts/dated.ts'
import { EffectInterval } from '#app/ui/charts/effect-interval.tsx'
import { Details } from '#app/ui/details.tsx'
import { siteTitle } from '#app/ui/format/document-title.ts'
import { Badge } from '#app/ui/kit/badge.tsx'
import { Banner } from '#app/ui/kit/banner.tsx'
import { Experiments } from './experiments.tsx'
import { readStatisticsLayout, type StatisticsLayoutData } from './statistics-layout.server.ts'
import { StatisticsLayout } from './statistics-layout.tsx'
import { GroupsTable } from './groups-table.tsx'
import { RevenueAnswer } from './revenue-answer.tsx'
import { HoldoutSection } from './holdout-section.tsx'

export { headers } from '#app/platforms/headers.ts'
export { GatedError as ErrorBoundary } from '#app/ui/billing/gated-error.tsx'
export {
  preserveForm as clientAction,
  skipAfterFault as shouldRevalidate,
} from '#app/ui/forms/preserve-form.ts'
export { links } from './statistics-layout.tsx'
export const meta = siteTitle('Impact')

export async function loader(args: LoaderFunctionArgs) {
  const { services, scope, team, frame, query, window } = await readStatisticsLayout(args)
  const isChosen = query.has('from') || query.has('to')
  const [effect, experiments, { options, holdoutSince }] = await Promise.all([
    readEffect(services, scope, isChosen ? window : null),
    listExperiments(services, scope),
    readSiteOptions(services, scope),
  ])
  const holdout = {
    holdout: options.holdout,
    since: holdoutSince,
    firstDay: holdoutSince && firstMeasuredDay(scope, holdoutSince),
    mayEdit: mayDo(team.role, 'site:edit'),
  }
  return { frame: isChosen ? frame : withDays(frame, effect), effect, experiments, holdout }
}

/** Without a choice, the days are those since the group's start. */
function withDays(frame: StatisticsLayoutData, effect: Effect): StatisticsLayoutData {
  if (effect.kind === 'no_experiment' || effect.days.from > effect.days.to) return frame
  return { ...frame, range: { ...frame.range, ...effect.days } }
}

/** Changes the holdout group. */
export async function action(args: ActionFunctionArgs) {
  const { scope, team } = await requireSite(args)
  requireRight(team, 'site:edit')
  const typed = await readSubmittedValues(args.request, ['holdout'])
  const form = await readForm(args.request, holdoutInput)
  if (!form.ok) return invalidFormResponse(form.errors, typed)

  await changeOptions(args.context.services, scope, form.value)
  return data<Saved>({
    saved: form.value.holdout === 0 ? 'Holdout group turned off' : 'Holdout group saved',
  })
}

export default function EffectScreen() {
  const { frame, effect, experiments, holdout } = useLoaderData<typeof loader>()
  const group = <HoldoutSection {...holdout} now={frame.now} />
  return (
    <StatisticsLayout frame={frame} whileWaiting={group}>
      {effect.kind === 'no_experiment' ? (
        <NoExperiment mayEdit={holdout.mayEdit} />
      ) : (
        <Measured effect={effect} now={frame.now} />
      )}
      {group}
      <Experiments experiments={experiments} now={frame.now} />
    </StatisticsLayout>
  )
}

const NoExperiment = ({ mayEdit }: { mayEdit: boolean }) => (
  <Panel>
    <Empty
      kind="curve"
      title="No holdout group yet"
      action={
        mayEdit && (
          <a className="text-link" href="#holdout">
            Set up a holdout group
          </a>
        )
      }
    >
      <p>
        A holdout group is the only way to measure what your nudges change. Numbers appear after the
        first full day. Most shops need a few weeks for an estimate.
      </p>
    </Empty>
  </Panel>
)

type WithHoldout = Exclude<Effect, { kind: 'no_experiment' }>

function Measured({ effect, now }: { effect: WithHoldout; now: Date }) {
  const { kind, arms, holdoutPercent, window, isFromStart, timeZone, sampleRatio } = effect
  const looks = isFromStart ? 'any' : 'one'
  return (
    <>
      {kind === 'untrusted' && <Untrusted sampleRatio={sampleRatio} />}
      <Panel>
        <div {...datesOf(effect.days)}>
          <p className="mb-12 muted small">{formatCounted(effect.days)}</p>
          <div {...datedBy(effect.days)}>
            {kind === 'compared' && (
              <Answer
                comparison={effect.comparison}
                {...{ arms, holdoutPercent, window, isFromStart, timeZone, now }}
              />
            )}
            {kind === 'compared' && <RevenueAnswer revenue={effect.revenue} looks={looks} />}
            <Arms arms={arms} />
            <SplitHealth {...{ sampleRatio, arms }} />
          </div>
          <Details className="link-summary" summary="How this is measured">
            {kind === 'compared' &&
              describeComparison(effect.comparison, siteGroups, looks).sentences.map((sentence) => (
                <p key={sentence} className="mb-8 muted prose meanings">
                  {sentence}
                </p>
              ))}
            <p className="mb-8 muted prose meanings">
              The holdout group is {String(holdoutPercent)}% of visitors. Everyone counts in the
              group they were randomly assigned to, whether or not they saw a nudge. A visitor is
              counted once per {effect.unit}.
            </p>
          </Details>
          <Download table="effect" />
        </div>
      </Panel>
    </>
  )
}

function Untrusted({ sampleRatio }: Pick<WithHoldout, 'sampleRatio'>) {
  const { headline, sentences } = describeUntrusted(sampleRatio)
  return (
    <Banner tone="warning" title={headline}>
      {sentences.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
    </Banner>
  )
}

/** One sentence, its interval, and what is still missing. */
function Answer(wanted: ForecastWanted) {
  const { comparison, isFromStart } = wanted
  const looks = isFromStart ? 'any' : 'one'
  const forecast = forecastEffect(wanted)
  return (
    <section aria-labelledby="effect-heading" className="prose effect">
      <h2 id="effect-heading">{describeComparison(comparison, siteGroups, looks).answer}</h2>
      {comparison.kind === 'estimate' && (
        <>
          <p className="muted">
            Conversion rate of visitors who can see nudges, compared with the holdout group
          </p>
          <EffectInterval lift={comparison.lift} />
          <p className="muted small">{looksSentences[looks]}</p>
        </>
      )}
      {forecast && <ForecastLine forecast={forecast} />}
    </section>
  )
}

const ForecastLine = ({ forecast }: { forecast: Forecast }) => (
  <div className="forecast">
    {forecast.visitorsNeeded !== null && (
      <span
        className="share-bar"
        style={{ '--share': forecast.progress } as CSSProperties}
        aria-hidden
      />
    )}
    <p>{describeForecast(forecast)}</p>
  </div>
)

/** A broken split is a warning above the numbers. */
function SplitHealth({ sampleRatio, arms }: Pick<WithHoldout, 'sampleRatio' | 'arms'>) {
  const words = describeSplit(sampleRatio, arms)
  return (
    words !== null && (
      <p className="mt-16 mb-16 prose">
        <Badge tone="success">Healthy split</Badge> <span>{words}</span>
      </p>
    )
  )
}

const armNames = { shown: 'Can see nudges', holdout: 'Holdout group' } as const

const Arms = ({ arms }: Pick<WithHoldout, 'arms'>) => (
  <GroupsTable
    caption="Comparison of both groups"
    word="Group"
    groups={(['shown', 'holdout'] as const).map((arm) => ({
      name: armNames[arm],
      ...arms[arm],
    }))}
  />
)

function formatCounted({ from, to }: WithHoldout['days']): string {
  if (from > to) {
    return `These dates can’t be used because the holdout percentage changed later. Choose dates from ${formatDays({ from, to: from })} on.`
  }
  return `Based on ${formatDays({ from, to })}. Days with a different holdout percentage are excluded.`
}
