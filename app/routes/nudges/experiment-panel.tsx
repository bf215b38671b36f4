/** An experiment with the nudge: what is compared, the result so far, and what to do with it. */
import { Link } from '@remix-run/react'
import { Badge } from '@shopify/polaris'
import { shares, usualShare } from '#app/domain/nudges/experiments/experiment-choices.ts'
import type { FormResponse } from '#app/lib/web/form-response.ts'
import { ActionForm } from '#app/ui/forms/action-form.tsx'
import { SelectInput } from '#app/ui/forms/fields.tsx'
import { formatCount, formatRate } from '#app/ui/format/format-number.ts'
import { RelativeTime } from '#app/ui/format/relative-time.tsx'
import { Panel } from '#app/ui/panel.tsx'
import type { Loaded } from './nudge.tsx'

type Shown = Loaded['experiments']['ended'][number]

export function ExperimentPanel({ loaded }: { loaded: Loaded }) {
  const { uuid, experiments, now } = loaded
  const { running, ended } = experiments
  const current = running?.nudge.uuid === uuid ? running : null
  return (
    <Panel>
      <h2 id="experiment" className="part-title">
        Experiment
      </h2>
      {current ? <Running loaded={loaded} experiment={current} /> : <NotRunning loaded={loaded} />}
      {ended.length > 0 && (
        <>
          <h3 className="editor__subtitle">Earlier experiments</h3>
          <ul className="editor__changes">
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
        Some visitors, drawn by lot, get something else: what they do beside the others is what this
        nudge changes.
      </p>
      {running && (
        <p role="status">
          Only one experiment can run on a site, and one runs with{' '}
          <Link className="text-link" to={`/nudges/${running.nudge.uuid}#experiment`}>
            {running.nudge.name}
          </Link>
          .
        </p>
      )}
      {!running && state !== 'published' && <p role="status">Publish the nudge first.</p>}
      {!running && state === 'published' && mayEdit && (
        <ActionForm
          hidden={{ intent: 'begin-experiment' }}
          action="Start the experiment"
          tone="primary"
        >
          {(answer) => <Start key={String(hasDraft)} answer={answer} hasDraft={hasDraft} />}
        </ActionForm>
      )}
    </>
  )
}

function Start({ answer, hasDraft }: { answer: FormResponse | undefined; hasDraft: boolean }) {
  const draft = { value: 'draft', label: 'The draft, beside what is published' }
  const without = { value: 'without', label: 'This nudge, beside none of it' }
  return (
    <>
      <SelectInput
        name="kind"
        label="What is compared"
        answer={answer}
        options={hasDraft ? [draft, without] : [without]}
        initial={hasDraft ? 'draft' : 'without'}
        {...(hasDraft ? {} : { helpText: 'To compare a new wording, save it first.' })}
      />
      <SelectInput
        name="share"
        label="Visitors on side B"
        answer={answer}
        options={shares.map((share) => ({ value: String(share), label: `${String(share)}%` }))}
        initial={String(usualShare)}
        helpText="Half of them needs the fewest visitors."
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
      <p className="editor__badges" role="status">
        <Badge tone="info">The experiment runs</Badge>
        <span>
          since <RelativeTime at={startedAt} now={now} />, {String(share)}% on side B
        </span>
      </p>
      <ul className="editor__changes">
        <li>{sideWords(names.a, sides.a)}</li>
        <li>{sideWords(names.b, sides.b)}</li>
      </ul>
      <h3 className="editor__subtitle">{words.headline}</h3>
      {words.sentences.map((sentence) => (
        <p key={sentence} className="editor__note">
          {sentence}
        </p>
      ))}
      <p className="editor__note">Publishing or switching off the nudge ends it.</p>
      {mayEdit && <Decide kind={kind} />}
    </>
  )
}

const Decide = ({ kind }: Pick<Shown, 'kind'>) => (
  <div className="editor__acts">
    <ActionForm hidden={{ intent: 'end-experiment', keep: 'a' }} action="Keep A" />
    <ActionForm
      hidden={{ intent: 'end-experiment', keep: 'b' }}
      action={kind === 'draft' ? 'Publish B' : 'Keep B: switch off'}
    />
    <ActionForm hidden={{ intent: 'end-experiment', keep: '' }} action="Stop the experiment" />
  </div>
)

function Ended({ experiment, now }: { experiment: Shown; now: Date }) {
  const { kind, share, startedAt, kept, variants: sides, summary: summary } = experiment
  return (
    <>
      {kind === 'draft' ? 'New wording' : 'Without this nudge'} for {String(share)}%, begun{' '}
      <RelativeTime at={startedAt} now={now} />. {formatCount(sides.a.visitors)} and{' '}
      {formatCount(sides.b.visitors)} visitors; effect: {summary}. {keptWords(kept)}
    </>
  )
}

const sideWords = (name: string, { visitors, converters }: Shown['variants']['a']) =>
  `${name} – visitors: ${formatCount(visitors)}; reached a goal: ${formatCount(converters)} (${formatRate(visitors === 0 ? null : converters / visitors)})`

const keptWords = (kept: Shown['kept']) =>
  kept === null ? 'No side was kept.' : `Side ${kept.toUpperCase()} was kept.`
