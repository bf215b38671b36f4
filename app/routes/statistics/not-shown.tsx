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
export const meta = () => [{ title: `Not shown – ${productName}` }]

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
        <h2 className="part-title">What became of each chance to show a nudge</h2>
        <p className="part-lead">
          Whenever a page asks itself whether to show a nudge, that is one evaluation. The nudges
          that were shown and all reasons together are {formatCount(evaluations)} evaluations.
        </p>
        {evaluations === 0 ? (
          <Empty title="No page asked on these days">
            <p>As soon as a nudge is published, each page says what became of it.</p>
          </Empty>
        ) : (
          <>
            <Table caption="Evaluations" columns={columns}>
              <Row>
                <RowHead>Shown</RowHead>
                <Cell label="What it means">Half of the nudge was in the visitor’s window.</Cell>
                <Times times={shown} evaluations={evaluations} />
              </Row>
              {rows.map(({ name, meaning, times }) => (
                <Row key={name}>
                  <RowHead>{name}</RowHead>
                  <Cell label="What it means">{meaning}</Cell>
                  <Times times={times} evaluations={evaluations} />
                </Row>
              ))}
            </Table>
            {never.length > 0 && (
              <p className="figures__note">Never on these days: {never.join(', ')}.</p>
            )}
            <Download table="not-shown" />
          </>
        )}
      </Panel>
    </StatisticsLayout>
  )
}

const columns = [
  { label: 'What became of it' },
  { label: 'What it means' },
  { label: 'Times', isNumber: true },
  { label: 'Share', isNumber: true, about: 'Of all evaluations.' },
]

const Times = ({ times, evaluations }: { times: number; evaluations: number }) => (
  <>
    <Cell label="Times" isNumber>
      {formatCount(times)}
    </Cell>
    <Cell label="Share" isNumber>
      {formatRate(times / evaluations)}
    </Cell>
  </>
)
