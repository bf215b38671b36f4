/** Live counts: the same numbers that nudges use. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { requireSite } from '#app/auth/guards.server.ts'
import { createLiveCounts } from '#app/domain/presence/counts.server.ts'
import { productName } from '#app/lib/product.ts'
import { Empty } from '#app/ui/empty.tsx'
import { formatCount } from '#app/ui/format/format-number.ts'
import { Panel } from '#app/ui/panel.tsx'
import { Cell, Row, RowHead, Table } from '#app/ui/table.tsx'
import { DataFeedsLayout } from './data-feeds-layout.tsx'

export { headers } from '#app/platforms/headers.ts'
export { links } from './data-feeds-layout.tsx'
export const meta = () => [{ title: `Live counts – ${productName}` }]

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

export default function Counts() {
  const { visitors, pages, products, carts } = useLoaderData<typeof loader>()
  return (
    <DataFeedsLayout>
      <Panel>
        <h2 className="part-title">Visitors now</h2>
        <p className="part-lead">
          Unique visitors active in the last 5 minutes, excluding known bots and other domains.
          Around midnight UTC we use the day with more visitors. In nudges, the viewer isn’t
          counted.
        </p>
        <p className="feed-said">
          <strong>{formatCount(visitors)}</strong> on your site
        </p>
      </Panel>
      <CountTable
        title="Pages"
        about="The 20 busiest pages with at least two visitors."
        counts={pages}
        of="Visitors"
      />
      <CountTable
        title="Products being viewed"
        about="The 20 most viewed products with at least two visitors, as reported by your pages."
        counts={products}
        of="Visitors"
      />
      <CountTable
        title="Carts"
        about="The 20 products most often added to carts in the last 24 hours and not ordered since, with at least two visitors."
        counts={carts}
        of="Carts"
      />
    </DataFeedsLayout>
  )
}

type CountTableProps = {
  title: string
  about: string
  counts: Readonly<Record<string, number>>
  /** What is counted. */
  of: string
}

const CountTable = ({ title, about, counts, of }: CountTableProps) => (
  <Panel>
    <h2 className="part-title">{title}</h2>
    <p className="part-lead">{about}</p>
    {Object.keys(counts).length === 0 ? (
      <Empty kind="curve" title="No counts yet">
        Counts come from the pixel on your pages.
      </Empty>
    ) : (
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
    )}
  </Panel>
)
