/** Live counts: the same numbers that nudges use. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { requireSite } from '#app/auth/guards.server.ts'
import { createLiveCounts } from '#app/domain/presence/counts.server.ts'
import { Empty } from '#app/ui/empty.tsx'
import { siteTitle } from '#app/ui/format/document-title.ts'
import { formatCount } from '#app/ui/format/format-number.ts'
import { Panel } from '#app/ui/panel.tsx'
import { Cell, Row, RowHead, Table } from '#app/ui/table.tsx'
import { DataFeedsLayout } from './data-feeds-layout.tsx'

export { headers } from '#app/platforms/headers.ts'
export { links } from './data-feeds-layout.tsx'
export const meta = siteTitle('Live counts')

export async function loader(args: LoaderFunctionArgs) {
  const { scope } = await requireSite(args)
  const { visitors, pages, products, carts } = await createLiveCounts(args.context.services).of(
    scope.siteId,
  )
  return {
    visitors,
    pages,
    products,
    carts: carts.products,
  }
}

const tables = [
  {
    key: 'pages',
    title: 'Pages',
    about: 'The 20 busiest pages with at least two visitors.',
    of: 'Visitors',
  },
  {
    key: 'products',
    title: 'Products being viewed',
    about: 'The 20 most viewed products with at least two visitors, as reported by your pages.',
    of: 'Visitors',
  },
  {
    key: 'carts',
    title: 'Carts',
    about:
      'The 20 products most often added to carts in the last 24 hours and not ordered since, with at least two visitors.',
    of: 'Carts',
  },
] as const

export default function Counts() {
  const { visitors, ...counts } = useLoaderData<typeof loader>()
  const counted = tables.filter(({ key }) => Object.keys(counts[key]).length > 0)
  const missing = tables.filter((table) => !counted.includes(table))
  return (
    <DataFeedsLayout>
      <Panel>
        <h2 className="part-title">Visitors now</h2>
        <p className="mb-8">
          <strong className="numbers feed-counts__value">{formatCount(visitors)}</strong> on your
          site
        </p>
        <p className="part-lead">
          Unique visitors active in the last 5 minutes, excluding known bots and other domains.
          Around midnight UTC we use the day with more visitors. In nudges, the viewer isn’t
          counted.
        </p>
      </Panel>
      {counted.map((table) => (
        <CountTable key={table.key} table={table} counts={counts[table.key]} />
      ))}
      {missing.length > 0 && <Missing tables={missing} isAll={counted.length === 0} />}
    </DataFeedsLayout>
  )
}

type CountedTable = (typeof tables)[number]
type CountTableProps = { table: CountedTable; counts: Readonly<Record<string, number>> }

const CountTable = ({ table: { title, about, of }, counts }: CountTableProps) => (
  <Panel>
    <h2 className="part-title">{title}</h2>
    <p className="part-lead">{about}</p>
    <Table caption={title} columns={[{ label: 'Name' }, { label: of, isNumber: true }]}>
      {Object.entries(counts).map(([name, total]) => (
        <Row key={name}>
          <RowHead>{name}</RowHead>
          <Cell label={of} isNumber>
            {formatCount(total)}
          </Cell>
        </Row>
      ))}
    </Table>
  </Panel>
)

type MissingProps = { tables: readonly CountedTable[]; isAll: boolean }

/** One panel for all tables without counts, with what each would contain. */
const Missing = ({ tables: missing, isAll }: MissingProps) => (
  <Panel>
    {isAll && (
      <Empty kind="curve" title="No counts yet">
        Counts come from the pixel on your pages.
      </Empty>
    )}
    <dl className="columns gap-20 m-0">
      {missing.map(({ title, about }) => (
        <div key={title}>
          <dt className="strong">{isAll ? title : `${title}: no counts yet`}</dt>
          <dd className="m-0 muted prose">{about}</dd>
        </div>
      ))}
    </dl>
  </Panel>
)
