/** Experiments with single nudges: the running one first, then the newest, with their results. */
import type { EffectDescription } from '#app/domain/stats/effect/effect-text.ts'
import {
  experimentGroups,
  type ExperimentEffect,
  type VariantCounts,
} from '#app/domain/stats/effect/experiment-effect.ts'
import type { RevenueEffect } from '#app/domain/stats/effect/read-revenue.server.ts'
import type { ExperimentKind } from '#app/domain/nudges/experiments/experiment-choices.ts'
import { Empty } from '#app/ui/empty.tsx'
import { RelativeTime } from '#app/ui/format/relative-time.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { EffectInterval } from '#app/ui/charts/effect-interval.tsx'
import { Badge } from '#app/ui/kit/badge.tsx'
import { SiteLink } from '#app/ui/links/site-link.tsx'
import { GroupsTable } from './groups-table.tsx'
import { RevenueAnswer } from './revenue-answer.tsx'

type ShownExperiment = {
  id: number
  share: number
  startedAt: Date
  endedAt: Date | null
  kept: 'a' | 'b' | null
  variants: VariantCounts
  names: Record<'a' | 'b', string>
  effect: ExperimentEffect
  description: EffectDescription
  revenue: RevenueEffect | null
  kind: ExperimentKind
  nudge: { uuid: string; name: string }
}

export const Experiments = ({
  experiments,
  now,
}: {
  experiments: readonly ShownExperiment[]
  now: Date
}) => (
  <Panel>
    <h2 className="part-title">Nudge experiments</h2>
    <p className="part-lead">
      Each experiment covers its full run, whatever dates you select above, and excludes the holdout
      group. Visitors are counted once per day, or once per month with consent.
    </p>
    {experiments.length === 0 && (
      <Empty kind="curve" title="No experiments yet">
        Compare two versions of a nudge. Start one from the nudge’s page.
      </Empty>
    )}
    {experiments.map((experiment) => (
      <One key={experiment.id} experiment={experiment} now={now} />
    ))}
  </Panel>
)

function One({ experiment, now }: { experiment: ShownExperiment; now: Date }) {
  const { id, kind, share, variants, names, startedAt, endedAt, kept, nudge } = experiment
  const { effect, description, revenue } = experiment
  const estimate =
    effect.kind === 'compared' && effect.comparison.kind === 'estimate' ? effect.comparison : null
  return (
    <section aria-labelledby={`experiment-${String(id)}`} className="prose effect">
      <h3 id={`experiment-${String(id)}`} className="part-title">
        <SiteLink to={`/nudges/${nudge.uuid}?panel=proof#experiment`} instead={nudge.name}>
          {nudge.name}
        </SiteLink>
        : {description.answer}
      </h3>
      <p>
        {endedAt === null ? <Badge tone="info">Running</Badge> : <Badge>Ended</Badge>} Started{' '}
        <RelativeTime at={startedAt} now={now} />, {String(share)}% in variant B.
        {kept !== null && ` Kept variant ${kept.toUpperCase()}.`}
      </p>
      {estimate && <EffectInterval lift={estimate.lift} />}
      {description.sentences.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      {effect.kind === 'compared' && revenue && (
        <RevenueAnswer revenue={revenue} groups={experimentGroups[kind]} />
      )}
      <GroupsTable
        caption={`Variants of ${nudge.name}`}
        word="Variant"
        about="Visitors randomly assigned to the variant, counted once per day, or once per month with consent."
        groups={(['a', 'b'] as const).map((variant) => ({
          name: names[variant],
          ...variants[variant],
        }))}
      />
    </section>
  )
}
