/** What was published before, what changed with it, and the way back. */
import type { Change } from '#app/domain/nudges/editing/describe-changes.ts'
import { Moment } from '#app/ui/moment.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { SavedForm } from '#app/ui/saved-form.tsx'

export type ShownVersion = {
  version: number
  at: Date
  by: string | null
  /** Null: the first one that is kept. */
  changes: Change[] | null
}

type VersionsProps = { versions: readonly ShownVersion[]; now: Date; mayEdit: boolean }

export const Versions = ({ versions, now, mayEdit }: VersionsProps) => (
  <Panel>
    <h2 className="part-title">Versions</h2>
    <ol className="editor__versions">
      {versions.map(({ version, at, by, changes }, place) => (
        <li key={version}>
          <p>
            <strong>Version {String(version)}</strong>, <Moment at={at} now={now} />
            {by === null ? '' : `, by ${by}`}
          </p>
          {changes === null ? (
            <p className="editor__note">The first one that is kept.</p>
          ) : (
            <Changes changes={changes} />
          )}
          {mayEdit && place > 0 && (
            <SavedForm
              hidden={{ intent: 'restore', version: String(version) }}
              action="Take as draft"
              actionLabel={`Take version ${String(version)} as draft`}
            />
          )}
        </li>
      ))}
    </ol>
  </Panel>
)

export const Changes = ({ changes }: { changes: readonly Change[] }) => (
  <ul className="editor__changes">
    {changes.map(({ what, from, to }) => (
      <li key={what}>
        {what}: <del>{from}</del> → <ins>{to}</ins>
      </li>
    ))}
  </ul>
)
