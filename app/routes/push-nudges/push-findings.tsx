/** The claim linter's findings about a message. */
import type { PushFinding } from '#app/presenters/push/findings.ts'
import { Badge } from '#app/ui/kit/badge.tsx'
import { Panel } from '#app/ui/panel.tsx'

const fieldNames: Readonly<Record<string, string>> = {
  'content.title': 'Title',
  'content.body': 'Text',
  'contentB.title': 'Title B',
  'contentB.body': 'Text B',
}

export const PushFindings = ({ findings }: { findings: readonly PushFinding[] }) => (
  <Panel>
    <h2 className="part-title">Checks</h2>
    {findings.length === 0 ? (
      <p className="part-lead">All checks passed.</p>
    ) : (
      <ul className="stack gap-12 plain-list">
        {findings.map(({ level, field, sentence }) => (
          <li key={`${field} ${sentence}`} className="stack gap-4 at-start prose">
            {level === 'block' ? (
              <Badge tone="critical">Must fix</Badge>
            ) : (
              <Badge tone="info">Suggestion</Badge>
            )}
            <p>
              {fieldNames[field] !== undefined && <strong>{fieldNames[field]}: </strong>}
              {sentence}
            </p>
          </li>
        ))}
      </ul>
    )}
  </Panel>
)
