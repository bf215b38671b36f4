/** Views and carts by product. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { readPageNumber, readTopTable } from '#app/domain/stats/top-members.server.ts'
import { Empty } from '#app/ui/empty.tsx'
import { siteTitle } from '#app/ui/format/document-title.ts'
import { Panel } from '#app/ui/panel.tsx'
import { Download } from './download.tsx'
import { readStatisticsLayout } from './statistics-layout.server.ts'
import { StatisticsLayout } from './statistics-layout.tsx'
import { RankedTable } from './ranking-table.tsx'

export { headers } from '#app/platforms/headers.ts'
export { GatedError as ErrorBoundary } from '#app/ui/billing/gated-error.tsx'
export { links } from './statistics-layout.tsx'
export const meta = siteTitle('Statistics by product')

export async function loader(args: LoaderFunctionArgs) {
  const { services, scope, query, frame, window } = await readStatisticsLayout(args)
  const page = readPageNumber(query.get('page'))
  const { ranked, lines } = await readTopTable(services, scope, {
    window,
    by: 'product',
    sort: query.get('sort'),
    page,
  })
  return { frame, ranked, lines }
}

export default function ByProduct() {
  const { frame, ranked, lines } = useLoaderData<typeof loader>()
  return (
    <StatisticsLayout frame={frame}>
      <Panel>
        <h2 className="part-title">Products</h2>
        <p className="part-lead">
          Product activity reported by your pages. Names come from your product feed if you have
          one. Numbers are added shortly after midnight UTC.
        </p>
        {ranked.rows.length === 0 ? (
          <Empty title="No products reported for these dates">
            <p>
              Products appear here shortly after midnight UTC. See Pixel to learn how pages report
              products and carts.
            </p>
          </Empty>
        ) : (
          <>
            <RankedTable by="product" label="Product" of="products" ranked={ranked} lines={lines} />
            <Download table="products" />
          </>
        )}
      </Panel>
    </StatisticsLayout>
  )
}
