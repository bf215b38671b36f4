/** Experiments with single nudges: the running one first, then the newest, with their results. */
import { Link } from '@remix-run/react'
import { Badge } from '@shopify/polaris'
import type { EffectDescription } from '#app/domain/stats/effect/effect-text.ts'
import type { ExperimentEffect, VariantCounts } from '#app/domain/stats/effect/experiment-effect.ts'
import { RelativeTime } from '#app/ui/format/relative-time.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { EffectInterval } from './effect-interval.tsx'
import { GroupsTable } from './groups-table.tsx'

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
    <h2 className="part-title">Experiments with single nudges</h2>
    <p className="part-lead">
      Each counts from its own beginning to its own end, whatever days are chosen above, and never
      the hold-out. One visitor is a visitor of a day, with consent of a month.
    </p>
    {experiments.length === 0 && <p>None yet. One is started on the screen of a nudge.</p>}
    {experiments.map((experiment) => (
      <One key={experiment.id} experiment={experiment} now={now} />
    ))}
  </Panel>
)

function One({ experiment, now }: { experiment: ShownExperiment; now: Date }) {
  const { id, share, variants, names, startedAt, endedAt, kept, nudge, effect, description } =
    experiment
  const estimate =
    effect.kind === 'compared' && effect.comparison.kind === 'estimate' ? effect.comparison : null
  return (
    <section aria-labelledby={`experiment-${String(id)}`} className="effect">
      <h3 id={`experiment-${String(id)}`} className="part-title">
        <Link className="text-link" to={`/nudges/${nudge.uuid}#experiment`}>
          {nudge.name}
        </Link>
        : {description.headline}
      </h3>
      <p>
        {endedAt === null ? <Badge tone="info">Running</Badge> : <Badge>Over</Badge>} Begun{' '}
        <RelativeTime at={startedAt} now={now} />, {String(share)}% on side B.
        {kept !== null && ` Side ${kept.toUpperCase()} was kept.`}
      </p>
      {estimate && <EffectInterval lift={estimate.lift} />}
      {description.sentences.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      <GroupsTable
        caption={`Both sides: ${nudge.name}`}
        word="Side"
        about="Visitors of a day, with consent of a month, who were drawn for the side."
        groups={(['a', 'b'] as const).map((variant) => ({
          name: names[variant],
          ...variants[variant],
        }))}
      />
    </section>
  )
}
