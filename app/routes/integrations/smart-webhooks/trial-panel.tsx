import { Thumbnail } from '#app/ui/nudge-preview/thumbnail.tsx'
import type { Trial } from '#app/presenters/smart-webhooks/trial.server.ts'
import { Panel } from '#app/ui/panel.tsx'

type TrialPanelProps = { trial: Trial | null; hasSample: boolean; isBusy: boolean }

/** What the fields make of the sample. */
export const TrialPanel = ({ trial, hasSample, isBusy }: TrialPanelProps) => (
  <Panel>
    <h2 id="trial" tabIndex={-1} className="part-title">
      What it makes
    </h2>
    {trial === null ? (
      <p className="part-lead">
        {hasSample
          ? 'Choose fields to see what they make of the sample.'
          : 'Once a sample has arrived, this shows what the fields make of it.'}
      </p>
    ) : (
      <div aria-busy={isBusy} className={trial.picture ? 'first-record' : ''}>
        {trial.picture && (
          <Thumbnail payload={trial.picture} label="The nudge from this sample" isLarge />
        )}
        <div>
          <p role="status">{summaryOf(trial)}</p>
          {trial.problems.length > 0 && (
            <ul className="trial-problems">
              {trial.problems.map(({ part, message, path }, place) => (
                <li key={place}>
                  <strong>{part}:</strong> {message}
                  {path !== '' && <span className="health-note"> {path}</span>}
                </li>
              ))}
            </ul>
          )}
          {trial.records.slice(0, 5).map(({ title, parts }, place) => (
            <section key={place} aria-label={`Record ${String(place + 1)}`}>
              <h3 className="trial-title">{title}</h3>
              <dl className="trial-parts">
                {parts.map(({ label, value }, part) => (
                  <div key={part}>
                    <dt>{label}</dt>
                    <dd>{value}</dd>
                  </div>
                ))}
              </dl>
            </section>
          ))}
        </div>
      </div>
    )}
  </Panel>
)

function summaryOf({ records, problems, unmatched }: Trial): string {
  const made = records.length === 1 ? '1 record' : `${String(records.length)} records`
  const wrong = problems.length === 1 ? '1 problem' : `${String(problems.length)} problems`
  const left = unmatched === 0 ? '' : ` Left out by your conditions: ${String(unmatched)}.`
  return `${made}, ${problems.length === 0 ? 'no problems' : wrong}.${left}`
}
