/** Audit log of an organization. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { Link, useLoaderData } from '@remix-run/react'
import { requireNamedTeam, requireRight } from '#app/auth/guards.server.ts'
import { listAudit } from '#app/domain/teams/audit.server.ts'
import { describeEntry } from '#app/domain/teams/audit.ts'
import { numericId } from '#app/domain/teams/team.ts'
import { screenTitle } from '#app/ui/format/document-title.ts'
import { formatDateTime } from '#app/ui/format/format-time.ts'
import { Panel } from '#app/ui/panel.tsx'

export { headers } from '#app/platforms/headers.ts'
export const meta = screenTitle('Audit log')

export async function loader(args: LoaderFunctionArgs) {
  const { team } = await requireNamedTeam(args, args.params['id'])
  requireRight(team, 'audit:view')
  const wanted = numericId.safeParse(new URL(args.request.url).searchParams.get('before'))
  const before = wanted.success ? wanted.data : null
  const { entries, next } = await listAudit(args.context.services, team.scope, before)
  return {
    isFirst: before === null,
    next,
    entries: entries.map((entry) => ({
      id: entry.id,
      at: entry.at,
      sentence: describeEntry(entry),
    })),
  }
}

export default function Log() {
  const { isFirst, next, entries } = useLoaderData<typeof loader>()
  return (
    <div className="parts">
      <Panel>
        <h2 className="part-title">Audit log</h2>
        <p className="part-lead">
          Actions by members and our support staff. Entries can’t be changed.
        </p>
        {entries.length === 0 ? (
          <p className="part-lead">{isFirst ? 'No entries yet.' : 'No older entries.'}</p>
        ) : (
          <ol className="rows">
            {entries.map(({ id, at, sentence: sentence }) => (
              <li key={id} className="rows__row">
                <p className="rows__words">{sentence}</p>
                <time className="rows__detail" dateTime={at.toISOString()}>
                  {formatDateTime(at)}
                </time>
              </li>
            ))}
          </ol>
        )}
        {(!isFirst || next !== null) && (
          <p className="row gap-20 mt-16">
            {!isFirst && (
              <Link className="text-link" to=".">
                Newest entries
              </Link>
            )}
            {next !== null && (
              <Link className="text-link" to={`?before=${String(next)}`}>
                Older entries
              </Link>
            )}
          </p>
        )}
      </Panel>
    </div>
  )
}
