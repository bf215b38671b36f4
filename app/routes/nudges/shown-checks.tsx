/** Everything between the nudge and its visitors, in order: the first check that fails is to be mended. */
import { Link } from '@remix-run/react'
import type { EditorPreview } from '#app/presenters/nudge-editor/preview.server.ts'
import type { LadderStep, Rung } from '#app/presenters/why-not-shown/ladder.ts'
import { countWithNoun } from '#app/ui/format/format-number.ts'
import { Panel } from '#app/ui/panel.tsx'
import { useLate } from '#app/ui/use-late.ts'
import type { Loaded } from './nudge.tsx'
import { panelIn, type PanelName } from './panels.tsx'

type ShownChecksProps = {
  loaded: Loaded
  preview: EditorPreview
  open: (panel: PanelName) => void
}

const names: Record<Rung, string> = {
  on: 'On',
  data: 'Data',
  page: 'Page',
  device: 'Visitors and devices',
  place: 'Placement',
  room: 'Room',
  pace: 'Frequency',
  holdout: 'Holdout group',
  plan: 'Plan',
}

const loadChecks = () => import('#app/presenters/why-not-shown/editor-ladder.ts')

export function ShownChecks({ loaded, preview, open }: ShownChecksProps) {
  const { uuid, why } = loaded
  // The server has checked the stored settings. Changes typed since then are checked here.
  const checks = useLate(loadChecks)
  const steps = checks ? checks.buildEditorLadder(loaded, preview) : loaded.ladder
  return (
    <Panel>
      <h2 className="part-title">{why === null ? 'Before it’s published' : 'On your pages'}</h2>
      {why !== null && (
        <p className="part-lead">
          {why.shown > 0
            ? `${countWithNoun(why.shown, 'impression')} in the last 24 hours.`
            : why.rows.length === 0
              ? 'No page has checked it in the last 24 hours.'
              : 'Not shown in the last 24 hours.'}
        </p>
      )}
      <ol className="stack gap-8 plain-list">
        {steps.map((step) => (
          <Step key={step.rung} {...{ step, open }} />
        ))}
      </ol>
      {why !== null && (
        <p className="mt-12">
          <Link className="text-link" to={`/statistics/not-shown?nudge=${uuid}`}>
            All reasons
          </Link>
        </p>
      )}
    </Panel>
  )
}

const marks = {
  met: 'OK',
  warned: 'Could be better',
  failed: 'Fix this first',
  waiting: 'Fix later',
}

type StepProps = { step: LadderStep; open: (panel: PanelName) => void }

const Step = ({ step: { rung, status, sentence, fix }, open }: StepProps) => (
  <li
    className={`sign prose sign--${status}${status === 'failed' || status === 'warned' ? '' : ' muted'}`}
  >
    <div>
      <p className="strong">
        {names[rung]}
        <span className="visually-hidden">: {marks[status]}</span>
      </p>
      <p>{sentence}</p>
      {fix && (
        <p>
          <Link
            className="text-link"
            to={fix.to}
            onClick={(event) => {
              const panel = panelIn(fix.to)
              if (panel === null) return
              // Not a navigation: what isn't saved stays.
              event.preventDefault()
              open(panel)
            }}
          >
            {fix.label}
          </Link>
        </p>
      )}
    </div>
  </li>
)
