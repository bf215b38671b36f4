/** Requirements of push nudges, and which of them are met. */
import { Link } from '@remix-run/react'
import type { PushNeed } from '#app/presenters/push/needs.ts'
import { Badge } from '#app/ui/kit/badge.tsx'
import { Panel } from '#app/ui/panel.tsx'

export const NeedsPanel = ({ needs }: { needs: readonly PushNeed[] }) => (
  <Panel>
    <h2 className="part-title">Before you start</h2>
    <p className="part-lead">
      Visitors on Android, Windows and macOS can subscribe in their browser. On iPhones and iPads,
      that only works for visitors who added your site to their home screen.
    </p>
    <ul className="stack gap-8 plain-list prose">
      {needs.map(({ name, isMet, sentence, to }) => (
        <li key={name} className="row gap-8">
          <Badge tone={isMet ? 'success' : 'attention'}>{isMet ? 'Ready' : 'Needed'}</Badge>
          <span>
            <strong>{name}.</strong> {sentence}{' '}
            {to !== undefined && (
              <Link className="text-link" to={to} aria-label={`Open settings for ${name}`}>
                Open settings
              </Link>
            )}
          </span>
        </li>
      ))}
    </ul>
  </Panel>
)
