/** The claim linter's findings, with links to the fields. */
import { Panel } from '#app/ui/panel.tsx'
import type { EditorPreview } from '#app/presenters/nudge-editor/preview.server.ts'
import { Badge } from '#app/ui/kit/badge.tsx'

type FindingsProps = Pick<EditorPreview, 'findings'> & { goTo: (field: string) => void }

export const Findings = ({ findings, goTo }: FindingsProps) => (
  <Panel>
    <h2 className="part-title">Publishing checks</h2>
    <div role="status">
      {findings.length === 0 ? (
        <p className="part-lead">All checks passed. Ready to publish.</p>
      ) : (
        <ul className="stack gap-12 plain-list">
          {findings.map(({ level, field, sentence }) => (
            <li key={`${field} ${sentence}`} className="stack gap-4 at-start prose">
              {level === 'block' ? (
                <Badge tone="critical">Must fix</Badge>
              ) : (
                <Badge tone="info">Suggestion</Badge>
              )}
              <p>{sentence}</p>
              <button
                type="button"
                className="editor__go text-link"
                onClick={() => {
                  goTo(field)
                }}
              >
                Go to field
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  </Panel>
)
