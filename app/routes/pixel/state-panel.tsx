/** Status of the pixel, and the hosts it was seen on. */
import { Badge } from '@shopify/polaris'
import type { PixelHost, PixelState } from '#app/domain/sites/pixel-state.ts'
import { RelativeTime } from '#app/ui/format/relative-time.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { Cell, Row, RowHead, Table } from '#app/ui/table.tsx'

type StatePanelProps = {
  state: PixelState
  seenAt: Date | null
  hosts: readonly PixelHost[]
  siteHost: string
  now: Date
}

const badges = {
  never: { tone: 'attention', words: 'Never seen' },
  elsewhere: { tone: 'warning', words: 'Wrong host' },
  silent: { tone: 'warning', words: 'Silent' },
  seen: { tone: 'success', words: 'At work' },
} as const

export function StatePanel({ state, seenAt, hosts, siteHost, now }: StatePanelProps) {
  const { tone, words } = badges[state]
  return (
    <Panel>
      <div role="status">
        <h2 className="part-title">
          The pixel on {siteHost} <Badge tone={tone}>{words}</Badge>
        </h2>
        <p className="part-lead">
          {seenAt && (
            <>
              Last report <RelativeTime at={seenAt} now={now} />.{' '}
            </>
          )}
          {advice[state]}
        </p>
      </div>
      {hosts.length > 0 && <Hosts hosts={hosts} now={now} />}
    </Panel>
  )
}

const advice: Record<PixelState, string> = {
  never:
    'No page has loaded it yet. Put the code into your pages, then open one: this line changes by itself.',
  elsewhere:
    'Only other hosts loaded it. Their reports are kept apart and count for nothing. If one of them is your shop, change the site’s address under Site settings.',
  silent:
    'Nothing for more than 24 hours. Either nobody visited, or the code is gone: a new theme, an update or a policy may have taken it. Check a page below.',
  seen: 'It is loaded and reports.',
}

const Hosts = ({ hosts, now }: Pick<StatePanelProps, 'hosts' | 'now'>) => (
  <Table
    caption="Hosts whose pages loaded the pixel"
    columns={[
      { label: 'Host', about: 'As the browser says it. At most 20 are kept, for 90 days.' },
      { label: 'Seen last' },
      { label: 'Seen first' },
      { label: 'Counts', about: 'Only what the site’s own host reports is counted.' },
    ]}
  >
    {hosts.map(({ host, lastSeenAt, firstSeenAt, isSiteHost }) => (
      <Row key={host}>
        <RowHead>{host}</RowHead>
        <Cell label="Seen last">
          <RelativeTime at={lastSeenAt} now={now} />
        </Cell>
        <Cell label="Seen first">
          <RelativeTime at={firstSeenAt} now={now} />
        </Cell>
        <Cell label="Counts">
          {isSiteHost ? (
            <Badge tone="success">Yes</Badge>
          ) : (
            <Badge tone="warning">No, another host</Badge>
          )}
        </Cell>
      </Row>
    ))}
  </Table>
)
