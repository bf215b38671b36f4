/** The API tokens of an organization. */
import { Link } from '@remix-run/react'
import type { ListedToken, TokenOrder } from '#app/domain/tokens/token-list.server.ts'
import { formatDate } from '#app/ui/format/format-time.ts'
import { RelativeTime } from '#app/ui/format/relative-time.tsx'
import { Badge } from '#app/ui/kit/badge.tsx'
import { Cell, Row, RowHead, sortBy, Table } from '#app/ui/table.tsx'

type TokenTableProps = { tokens: readonly ListedToken[]; order: TokenOrder; now: Date }

export function TokenTable({ tokens, order, now }: TokenTableProps) {
  const sorted = { path: '/account/api-tokens', query: new URLSearchParams(), order }
  return (
    <Table
      caption="API tokens"
      columns={[
        { label: 'Token', sort: sortBy(sorted, 'name') },
        { label: 'Sites' },
        { label: 'Created', sort: sortBy(sorted, 'created', true) },
        { label: 'Last used', sort: sortBy(sorted, 'used', true) },
        { label: 'Expires', sort: sortBy(sorted, 'expires') },
      ]}
    >
      {tokens.map((token) => (
        <TokenRow key={token.id} token={token} now={now} />
      ))}
    </Table>
  )
}

function TokenRow({ token, now }: { token: ListedToken; now: Date }) {
  const { id, name, abilities, site, madeBy, createdAt, lastUsedAt, expiresAt } = token
  const isExpired = expiresAt !== null && expiresAt <= now
  return (
    <Row>
      <RowHead>
        <Link className="text-link" to={String(id)} aria-label={`Edit or delete ${name}`}>
          {name}
        </Link>
        <span className="table__below muted">{abilities.join(', ')}</span>
      </RowHead>
      <Cell label="Sites">{site ?? 'All sites'}</Cell>
      <Cell label="Created">
        <span>
          <RelativeTime at={createdAt} now={now} />
          <span className="table__below muted">by {madeBy.name}</span>
        </span>
      </Cell>
      <Cell label="Last used">
        {lastUsedAt ? <RelativeTime at={lastUsedAt} now={now} /> : 'Never'}
      </Cell>
      <Cell label="Expires">
        {isExpired ? (
          <Badge tone="warning">Expired</Badge>
        ) : expiresAt ? (
          <time dateTime={expiresAt.toISOString()}>{formatDate(expiresAt)}</time>
        ) : (
          'Never'
        )}
      </Cell>
    </Row>
  )
}
