/** Version history: what changed, and restoring a version. */
import type { Change } from '#app/domain/nudges/editing/describe-changes.ts'
import { ActionForm } from '#app/ui/forms/action-form.tsx'
import { RelativeTime } from '#app/ui/format/relative-time.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { Changes } from './changes.tsx'

export type ShownVersion = {
  version: number
  at: Date
  by: string | null
  /** It was variant B of an experiment and never published. */
  isExperiment: boolean
  /** Null: the oldest version that is kept. */
  changes: Change[] | null
}

type VersionsProps = {
  versions: readonly ShownVersion[]
  /** The published version. */
  current: number
  now: Date
  mayEdit: boolean
}

export const Versions = ({ versions, current, now, mayEdit }: VersionsProps) => (
  <Panel>
    <h2 className="part-title">Version history</h2>
    <ol className="stack gap-12 plain-list">
      {versions.map(({ version, at, by, isExperiment, changes }) => (
        <li key={version} className="stack gap-12">
          <p>
            <strong>Version {String(version)}</strong>, <RelativeTime at={at} now={now} />
            {by === null ? '' : `, by ${by}`}
            {isExperiment && ', variant B of an experiment'}
          </p>
          {changes === null ? (
            <p className="muted prose">Oldest version shown</p>
          ) : (
            <Changes changes={changes} />
          )}
          {mayEdit && version !== current && (
            <ActionForm
              className="row"
              hidden={{ intent: 'restore', version: String(version) }}
              action="Restore as draft"
              actionLabel={`Restore version ${String(version)} as draft`}
            />
          )}
        </li>
      ))}
    </ol>
  </Panel>
)
