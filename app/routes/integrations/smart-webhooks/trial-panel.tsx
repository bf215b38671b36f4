import { Thumbnail } from '#app/ui/nudge-preview/thumbnail.tsx'
import type { Trial } from '#app/presenters/smart-webhooks/trial.server.ts'
import { Empty } from '#app/ui/empty.tsx'
import { formatDateTime } from '#app/ui/format/format-time.ts'
import { Panel } from '#app/ui/panel.tsx'

type TrialPanelProps = { trial: Trial | null; hasSample: boolean; isBusy: boolean }

/** The nudge that the fields make of the sample, and what keeps them from it. */
export const TrialPanel = ({ trial, hasSample, isBusy }: TrialPanelProps) => (
  <Panel>
    <h2 id="trial" tabIndex={-1} className="part-title">
      Preview
    </h2>
    {trial === null ? (
      <Empty kind="nudge" title="No preview yet">
        {hasSample
          ? 'Choose fields to see the nudge from the sample.'
          : 'Once a sample has arrived, its nudge appears here.'}
      </Empty>
    ) : (
      <div aria-busy={isBusy} className="trial stack gap-12">
        {trial.picture && (
          <Thumbnail payload={trial.picture} label="The nudge from this sample" isLarge />
        )}
        <div>
          <p role="status">{summaryOf(trial)}</p>
          {trial.problems.length > 0 && (
            <ul className="bullets mt-8 mb-8">
              {trial.problems.map(({ part, message, path }, place) => (
                <li key={place}>
                  <strong>{part}:</strong> {message}
                  {path !== '' && <span className="muted small"> {path}</span>}
                </li>
              ))}
            </ul>
          )}
        </div>
      </div>
    )}
  </Panel>
)

const mostRecords = 5

/** The first records from the sample, value by value. */
export const TrialRecords = ({ records }: Pick<Trial, 'records'>) => (
  <Panel>
    <h2 className="part-title">{records.length === 1 ? 'Record' : 'Records'}</h2>
    {records.slice(0, mostRecords).map(({ title, parts }, place) => (
      <section key={place} aria-label={`Record ${String(place + 1)}`}>
        <h3 className="strong mt-12">{title}</h3>
        <dl className="trial-parts stack gap-4 m-0 mt-4">
          {parts.map(({ label, value, isMoment }, part) => (
            <div key={part}>
              <dt className="muted">{label}</dt>
              <dd className="m-0 break-anywhere">
                {isMoment ? formatDateTime(new Date(value)) : value}
              </dd>
            </div>
          ))}
        </dl>
      </section>
    ))}
  </Panel>
)

function summaryOf({ records, problems, unmatched }: Trial): string {
  const made = records.length === 1 ? '1 record' : `${String(records.length)} records`
  const wrong = problems.length === 1 ? '1 problem' : `${String(problems.length)} problems`
  const left = unmatched === 0 ? '' : ` Left out by your conditions: ${String(unmatched)}.`
  return `${made}, ${problems.length === 0 ? 'no problems' : wrong}.${left}`
}
