import { Link } from '@remix-run/react'
import type { Effect } from '#app/domain/stats/effect/read-effect.server.ts'
import { describeComparison, describeUntrusted } from '#app/domain/stats/effect/effect-text.ts'
import { EffectInterval } from '#app/ui/charts/effect-interval.tsx'
import { HomePanel } from './home-panel.tsx'

type EffectPanelProps = {
  effect: Effect
  /** Describes what is still missing. Null: nothing, or it isn't measured. */
  forecast: string | null
}

/** The effect of nudges, drawn and in words. Without a holdout group it is unknown. */
export function EffectPanel({ effect, forecast }: EffectPanelProps) {
  const isMeasured = effect.kind !== 'no_experiment'
  const { headline, sentences } = describeEffect(effect)
  const estimate =
    effect.kind === 'compared' && effect.comparison.kind === 'estimate' ? effect.comparison : null
  return (
    <HomePanel
      id="effect-heading"
      title="Do your nudges help?"
      beside={
        <Link
          className="text-link"
          to={isMeasured ? '/statistics/effect' : '/statistics/effect#holdout'}
        >
          {isMeasured ? 'View impact' : 'Set up a holdout group'}
        </Link>
      }
    >
      {estimate && <EffectInterval lift={estimate.lift} />}
      <p>
        <strong>{headline}.</strong> {sentences[0]}
      </p>
      {forecast !== null && <p>{forecast}</p>}
      {isMeasured && <p className="muted small">Last 30 days</p>}
    </HomePanel>
  )
}

function describeEffect(effect: Effect) {
  if (effect.kind === 'compared') return describeComparison(effect.comparison)
  if (effect.kind === 'untrusted') return describeUntrusted(effect.sampleRatio)
  return {
    headline: 'Not measured yet',
    sentences: ['Hold back nudges from a small group of visitors to measure what nudges change.'],
  }
}
