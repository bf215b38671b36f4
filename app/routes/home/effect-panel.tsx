import { Link } from '@remix-run/react'
import type { Effect } from '#app/domain/stats/effect/read-effect.server.ts'
import { describeComparison, describeUntrusted } from '#app/domain/stats/effect/effect-text.ts'
import { Panel } from '#app/ui/panel.tsx'

/** The effect of nudges in words. Without a holdout group it is unknown. */
export function EffectPanel({ effect }: { effect: Effect }) {
  const isMeasured = effect.kind !== 'no_experiment'
  const { headline, sentences } = describeEffect(effect)
  return (
    <Panel>
      <section aria-labelledby="effect-heading">
        <div className="home-head">
          <h2 id="effect-heading" className="home-head__title">
            Effect
          </h2>
          <Link className="text-link" to={isMeasured ? '/statistics/effect' : '/site-settings'}>
            {isMeasured ? 'See the effect' : 'Set up a hold-out'}
          </Link>
        </div>
        <p>
          <strong>{headline}.</strong> {sentences[0]}
        </p>
        {isMeasured && <p className="home-head__note">The last 30 days.</p>}
      </section>
    </Panel>
  )
}

function describeEffect(effect: Effect) {
  if (effect.kind === 'compared') return describeComparison(effect.comparison)
  if (effect.kind === 'untrusted') return describeUntrusted(effect.sampleRatio)
  return {
    headline: 'Not measured',
    sentences: ['A hold-out, visitors who are shown no nudges, would tell what nudges change.'],
  }
}
