/** Status of the pixel, and the hosts it was seen on. */
import type { PixelHost, PixelState } from '#app/domain/sites/pixel-state.ts'
import { RelativeTime } from '#app/ui/format/relative-time.tsx'
import { Badge } from '#app/ui/kit/badge.tsx'
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
  never: { tone: 'attention', words: 'Not installed' },
  elsewhere: { tone: 'warning', words: 'Wrong domain' },
  silent: { tone: 'warning', words: 'No recent data' },
  seen: { tone: 'success', words: 'Active' },
} as const

export function StatePanel({ state, seenAt, hosts, siteHost, now }: StatePanelProps) {
  const { tone, words } = badges[state]
  return (
    <Panel>
      <div role="status">
        <h2 className="part-title">
          Pixel on {siteHost} <Badge tone={tone}>{words}</Badge>
        </h2>
        <p className="part-lead">
          {seenAt && (
            <>
              Last seen <RelativeTime at={seenAt} now={now} />.{' '}
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
    'No page has loaded the pixel yet. Install it, then open a page. This status updates automatically.',
  elsewhere:
    'Only other domains have loaded the pixel, and their data isn’t counted. If one of them is your shop, change the URL in Site settings.',
  silent:
    'No data for more than 24 hours. Either there were no visitors, or a new theme, an update or a security policy removed or blocked the code. Check a page below.',
  seen: 'The pixel is loading and sending data.',
}

const Hosts = ({ hosts, now }: Pick<StatePanelProps, 'hosts' | 'now'>) => (
  <Table
    caption="Domains that loaded the pixel"
    columns={[
      { label: 'Domain', about: 'As reported by browsers. We keep up to 20 domains for 90 days.' },
      { label: 'Last seen' },
      { label: 'First seen' },
      { label: 'Counted', about: 'Only data from your site’s own domain is counted.' },
    ]}
  >
    {hosts.map(({ host, lastSeenAt, firstSeenAt, isSiteHost }) => (
      <Row key={host}>
        <RowHead>{host}</RowHead>
        <Cell label="Last seen">
          <RelativeTime at={lastSeenAt} now={now} />
        </Cell>
        <Cell label="First seen">
          <RelativeTime at={firstSeenAt} now={now} />
        </Cell>
        <Cell label="Counted">
          {isSiteHost ? (
            <Badge tone="success">Yes</Badge>
          ) : (
            <Badge tone="warning">No, other domain</Badge>
          )}
        </Cell>
      </Row>
    ))}
  </Table>
)
