/** Why nudges were not shown. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { notShownReasons } from '#app/contract/pixel-events.ts'
import { readNotShown } from '#app/domain/stats/not-shown.server.ts'
import { notShownWords } from '#app/domain/stats/not-shown-words.ts'
import { productName } from '#app/lib/product.ts'
import { Empty } from '#app/ui/empty.tsx'
import { formatCount, formatRate } from '#app/ui/format/format-number.ts'
import { Panel } from '#app/ui/panel.tsx'
import { Cell, Row, RowHead, Table } from '#app/ui/table.tsx'
import { Download } from './download.tsx'
import { readStatisticsLayout } from './statistics-layout.server.ts'
import { StatisticsLayout } from './statistics-layout.tsx'

export { headers } from '#app/platforms/headers.ts'
export { links } from './statistics-layout.tsx'
export const meta = () => [{ title: `Why not shown – ${productName}` }]

export async function loader(args: LoaderFunctionArgs) {
  const { services, scope, frame, window } = await readStatisticsLayout(args)
  const { evaluations, shown, reasons } = await readNotShown(services, scope, window)
  const rows = notShownReasons
    .map((reason) => ({ ...notShownWords[reason], times: reasons[reason] }))
    .sort((one, other) => other.times - one.times)
  return {
    frame,
    evaluations,
    shown,
    rows: rows.filter(({ times }) => times > 0),
    never: rows.filter(({ times }) => times === 0).map(({ name }) => name),
  }
}

export default function NotShown() {
  const { frame, evaluations, shown, rows, never } = useLoaderData<typeof loader>()
  return (
    <StatisticsLayout frame={frame}>
      <Panel>
        <h2 className="part-title">Why nudges were or weren’t shown</h2>
        <p className="part-lead">
          Each time a page could show a nudge, the pixel checks whether it should. These are the
          outcomes of {evaluations === 1 ? '1 check' : `${formatCount(evaluations)} checks`}.
        </p>
        {evaluations === 0 ? (
          <Empty title="No checks for these dates">
            <p>Outcomes appear here once you publish a nudge.</p>
          </Empty>
        ) : (
          <>
            <Table caption="Outcomes" columns={columns}>
              <Row>
                <RowHead>Shown</RowHead>
                <Cell label="Meaning">At least half of the nudge was in view.</Cell>
                <Times times={shown} evaluations={evaluations} />
              </Row>
              {rows.map(({ name, meaning, times }) => (
                <Row key={name}>
                  <RowHead>{name}</RowHead>
                  <Cell label="Meaning">{meaning}</Cell>
                  <Times times={times} evaluations={evaluations} />
                </Row>
              ))}
            </Table>
            {never.length > 0 && (
              <p className="figures__note">No cases for these dates: {never.join(', ')}.</p>
            )}
            <Download table="not-shown" />
          </>
        )}
      </Panel>
    </StatisticsLayout>
  )
}

const columns = [
  { label: 'Outcome' },
  { label: 'Meaning' },
  { label: 'Count', isNumber: true },
  { label: 'Share', isNumber: true, about: 'Share of all checks.' },
]

const Times = ({ times, evaluations }: { times: number; evaluations: number }) => (
  <>
    <Cell label="Count" isNumber>
      {formatCount(times)}
    </Cell>
    <Cell label="Share" isNumber>
      {formatRate(times / evaluations)}
    </Cell>
  </>
)
