/** Parts of the import screens: an import's state, how rows read, and rows with errors. */
import { Badge } from '@shopify/polaris'
import type { ImportState } from '#app/domain/imports/imports.server.ts'
import type { OneImport } from '#app/presenters/import-preview.server.ts'
import type { InvalidRow } from '#app/domain/imports/import-draft.ts'
import { Empty } from '#app/ui/empty.tsx'
import { RelativeTime } from '#app/ui/format/relative-time.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { Cell, Row, RowHead, Table } from '#app/ui/table.tsx'

export function ImportBadge({ state }: { state: ImportState }) {
  if (state === 'waiting') return <Badge tone="attention">Waits for you</Badge>
  return state === 'taken' ? <Badge tone="success">Taken in</Badge> : <Badge>Thrown away</Badge>
}

type FaultyRowsProps = {
  uuid: string
  rows: readonly Omit<InvalidRow, 'cells'>[]
  /** Including those that aren't shown. */
  total: number
}

export const InvalidRows = ({ uuid, rows, total }: FaultyRowsProps) => (
  <Panel>
    <h2 className="part-title">What is wrong</h2>
    <p className="part-lead">
      {total > rows.length ? `The first ${String(rows.length)} of ${String(total)} rows. ` : ''}
      <a className="text-link" href={`/data-feeds/imports/${uuid}/faults`} download>
        Download the faulty rows
      </a>
      , put them right and bring them as a file of their own. Email addresses are not in it.
    </p>
    <Table
      caption="Faulty rows"
      columns={[{ label: 'Line' }, { label: 'Column' }, { label: 'What is wrong' }]}
    >
      {rows.flatMap(({ line, faults }) =>
        faults.map(({ column, sentence }) => (
          <Row key={`${String(line)} ${column} ${sentence}`}>
            <RowHead>Line {line}</RowHead>
            <Cell label="Column">{column}</Cell>
            <Cell label="What is wrong">{sentence}</Cell>
          </Row>
        )),
      )}
    </Table>
  </Panel>
)

type ShownImport = Pick<
  OneImport,
  'samples' | 'products' | 'kind' | 'language' | 'direction' | 'now'
>

export const PreviewRows = ({ one }: { one: ShownImport }) => (
  <Panel>
    <h2 className="part-title">
      {one.kind === 'product' ? 'The first products' : 'As visitors would read it'}
    </h2>
    {one.samples.length === 0 && one.products.length === 0 ? (
      <Empty title="Nothing new">No row of the file can be taken in.</Empty>
    ) : (
      <>
        {one.kind !== 'product' && (
          <p className="part-lead">
            The first ones. A city is left out here: nudges name one only where five people share
            it.
          </p>
        )}
        {one.kind === 'product' ? <ProductRows one={one} /> : <ActivityRows one={one} />}
      </>
    )}
  </Panel>
)

const ActivityRows = ({ one: { samples, language, direction, now } }: { one: ShownImport }) => (
  <Table
    caption="The first rows in the words of a nudge"
    columns={[{ label: 'As visitors read it' }, { label: 'Happened' }, { label: 'Nudges' }]}
  >
    {samples.map(({ line, title, text, occurredAt, isOld }) => (
      <Row key={line}>
        <RowHead>
          <span lang={language} dir={direction}>
            {title} {text}
          </span>
        </RowHead>
        <Cell label="Happened">
          <RelativeTime at={occurredAt} now={now} />
        </Cell>
        <Cell label="Nudges">{isOld ? 'Older than they look back' : 'May tell it'}</Cell>
      </Row>
    ))}
  </Table>
)

const ProductRows = ({ one: { products } }: { one: ShownImport }) => (
  <Table
    caption="The first products of the file"
    columns={[{ label: 'Product' }, { label: 'Id' }, { label: 'Stock', isNumber: true }]}
  >
    {products.map(({ line, product }) => (
      <Row key={line}>
        <RowHead>{product.title}</RowHead>
        <Cell label="Id">{product.externalId}</Cell>
        <Cell label="Stock" isNumber>
          {product.stock ?? '–'}
        </Cell>
      </Row>
    ))}
  </Table>
)
