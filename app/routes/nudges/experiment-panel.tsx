/** An experiment with the nudge: what is compared, the result so far, and what to do with it. */
import { Link } from '@remix-run/react'
import { shares, usualShare } from '#app/domain/nudges/experiments/experiment-choices.ts'
import type { FormResponse } from '#app/lib/web/form-response.ts'
import { ActionForm } from '#app/ui/forms/action-form.tsx'
import { SelectInput } from '#app/ui/forms/fields.tsx'
import { countWithNoun, formatCount, formatRate } from '#app/ui/format/format-number.ts'
import { RelativeTime } from '#app/ui/format/relative-time.tsx'
import { Badge } from '#app/ui/kit/badge.tsx'
import { Panel } from '#app/ui/panel.tsx'
import type { Loaded } from './nudge.tsx'

type Shown = Loaded['experiments']['ended'][number]

export function ExperimentPanel({ loaded }: { loaded: Loaded }) {
  const { uuid, experiments, now } = loaded
  const { running, ended } = experiments
  const current = running?.nudge.uuid === uuid ? running : null
  return (
    <Panel>
      <h2 className="part-title">Experiment</h2>
      {current ? <Running loaded={loaded} experiment={current} /> : <NotRunning loaded={loaded} />}
      {ended.length > 0 && (
        <>
          <h3 className="strong mt-12 mb-8">Past experiments</h3>
          <ul className="stack gap-4 plain-list prose break-anywhere">
            {ended.map((experiment) => (
              <li key={experiment.id}>
                <Ended experiment={experiment} now={now} />
              </li>
            ))}
          </ul>
        </>
      )}
    </Panel>
  )
}

function NotRunning({ loaded }: { loaded: Loaded }) {
  const { state, hasDraft, mayEdit, experiments } = loaded
  const { running } = experiments
  return (
    <>
      <p className="part-lead">
        Show a random share of visitors a different variant and compare conversion rates to see what
        this nudge changes.
      </p>
      {running && (
        <p role="status">
          You can run one experiment per site at a time. One is running on{' '}
          <Link className="text-link" to={`/nudges/${running.nudge.uuid}?panel=proof#experiment`}>
            {running.nudge.name}
          </Link>
          .
        </p>
      )}
      {!running && state !== 'published' && (
        <p role="status">Publish this nudge to start an experiment.</p>
      )}
      {!running && state === 'published' && mayEdit && (
        <ActionForm
          hidden={{ intent: 'begin-experiment' }}
          action="Start experiment"
          tone="primary"
        >
          {(answer) => <Start key={String(hasDraft)} answer={answer} hasDraft={hasDraft} />}
        </ActionForm>
      )}
    </>
  )
}

function Start({ answer, hasDraft }: { answer: FormResponse | undefined; hasDraft: boolean }) {
  const draft = { value: 'draft', label: 'Draft vs. published version' }
  const without = { value: 'without', label: 'This nudge vs. no nudge' }
  return (
    <>
      <SelectInput
        name="kind"
        label="Compare"
        answer={answer}
        options={hasDraft ? [draft, without] : [without]}
        initial={hasDraft ? 'draft' : 'without'}
        {...(hasDraft ? {} : { helpText: 'To test a new version, save a draft first.' })}
      />
      <SelectInput
        name="share"
        label="Visitors in variant B"
        answer={answer}
        options={shares.map((share) => ({ value: String(share), label: `${String(share)}%` }))}
        initial={String(usualShare)}
        helpText="50% gets you a result with the fewest visitors."
      />
    </>
  )
}

type RunningProps = { loaded: Loaded; experiment: Shown }

function Running({ loaded, experiment }: RunningProps) {
  const { mayEdit, now } = loaded
  const { kind, share, startedAt, variants: sides, names, description: words } = experiment
  return (
    <>
      <p className="row gap-8 mb-8" role="status">
        <Badge tone="info">Running</Badge>
        <span>
          since <RelativeTime at={startedAt} now={now} />, {String(share)}% in variant B
        </span>
      </p>
      <ul className="stack gap-4 plain-list prose break-anywhere">
        <li>{sideWords(names.a, sides.a)}</li>
        <li>{sideWords(names.b, sides.b)}</li>
      </ul>
      <h3 className="strong mt-12">{words.headline}</h3>
      {words.sentences.map((sentence) => (
        <p key={sentence} className="muted prose">
          {sentence}
        </p>
      ))}
      <p className="muted prose">Publishing or turning off this nudge ends the experiment.</p>
      {mayEdit && <Decide kind={kind} />}
    </>
  )
}

const Decide = ({ kind }: Pick<Shown, 'kind'>) => (
  <>
    <ActionForm hidden={{ intent: 'end-experiment', keep: 'a' }} action="Keep A" />
    <ActionForm
      hidden={{ intent: 'end-experiment', keep: 'b' }}
      action={kind === 'draft' ? 'Publish B' : 'Keep B (turn nudge off)'}
    />
    <ActionForm hidden={{ intent: 'end-experiment', keep: '' }} action="Stop experiment" />
  </>
)

function Ended({ experiment, now }: { experiment: Shown; now: Date }) {
  const { kind, share, startedAt, kept, variants: sides, summary: summary } = experiment
  return (
    <>
      {kind === 'draft' ? 'Draft' : 'Without this nudge'}, {String(share)}%, started{' '}
      <RelativeTime at={startedAt} now={now} />. {formatCount(sides.a.visitors)} and{' '}
      {formatCount(sides.b.visitors)} visitors. Lift: {summary}. {keptWords(kept)}
    </>
  )
}

const sideWords = (name: string, { visitors, converters }: Shown['variants']['a']) =>
  `${name} – ${countWithNoun(visitors, 'visitor')}, ${formatCount(converters)} converted (${formatRate(visitors === 0 ? null : converters / visitors)})`

const keptWords = (kept: Shown['kept']) =>
  kept === null ? 'Ended without a decision.' : `Kept variant ${kept.toUpperCase()}.`
