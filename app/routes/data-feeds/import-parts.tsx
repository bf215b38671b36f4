/** Parts of the import screens: an import's state, how rows read, and rows with errors. */
import { Badge } from '@shopify/polaris'
import { labelOfField, type ImportKind } from '#app/domain/imports/import-kinds.ts'
import type { ImportState } from '#app/domain/imports/imports.server.ts'
import type { OneImport } from '#app/presenters/import-preview.server.ts'
import type { InvalidRow } from '#app/domain/imports/import-draft.ts'
import { Empty } from '#app/ui/empty.tsx'
import { RelativeTime } from '#app/ui/format/relative-time.tsx'
import { DownloadLink } from '#app/ui/download-link.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { Cell, Row, RowHead, Table } from '#app/ui/table.tsx'

export function ImportBadge({ state }: { state: ImportState }) {
  if (state === 'waiting') return <Badge tone="attention">Needs review</Badge>
  return state === 'taken' ? <Badge tone="success">Imported</Badge> : <Badge>Discarded</Badge>
}

type FaultyRowsProps = {
  uuid: string
  kind: ImportKind
  rows: readonly Omit<InvalidRow, 'cells'>[]
  /** Including those that aren't shown. */
  total: number
}

export const InvalidRows = ({ uuid, kind, rows, total }: FaultyRowsProps) => (
  <Panel>
    <h2 className="part-title">Errors</h2>
    <p className="part-lead">
      {total > rows.length
        ? `Showing the first ${String(rows.length)} of ${String(total)} rows. `
        : ''}
      <DownloadLink to={`/data-feeds/imports/${uuid}/faults`}>
        Download the rows with errors
      </DownloadLink>
      , fix them and import them as a new file. The download doesn’t include email addresses.
    </p>
    <Table
      caption="Rows with errors"
      columns={[{ label: 'Line' }, { label: 'Column' }, { label: 'Error' }]}
    >
      {rows.flatMap(({ line, faults }) =>
        faults.map(({ column, sentence }) => (
          <Row key={`${String(line)} ${column} ${sentence}`}>
            <RowHead>Line {line}</RowHead>
            <Cell label="Column">{labelOfField(kind, column)}</Cell>
            <Cell label="Error" isText>
              {sentence}
            </Cell>
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
      {one.kind === 'product' ? 'Sample products' : 'As visitors would see it'}
    </h2>
    {one.samples.length === 0 && one.products.length === 0 ? (
      <Empty title="Nothing to import">None of the rows can be imported.</Empty>
    ) : (
      <>
        {one.kind !== 'product' && (
          <p className="part-lead">
            A sample of the rows. Cities aren’t shown here, because nudges name a city only if at
            least five people share it.
          </p>
        )}
        {one.kind === 'product' ? <ProductRows one={one} /> : <ActivityRows one={one} />}
      </>
    )}
  </Panel>
)

const ActivityRows = ({ one: { samples, language, direction, now } }: { one: ShownImport }) => (
  <Table
    caption="Sample rows as nudges would show them"
    columns={[{ label: 'As visitors would see it' }, { label: 'Date' }, { label: 'Nudges' }]}
  >
    {samples.map(({ line, title, text, occurredAt, isOld }) => (
      <Row key={line}>
        <RowHead>
          <span lang={language} dir={direction}>
            {title} {text}
          </span>
        </RowHead>
        <Cell label="Date">
          <RelativeTime at={occurredAt} now={now} />
        </Cell>
        <Cell label="Nudges">{isOld ? 'Too old for your nudges' : 'Can be shown'}</Cell>
      </Row>
    ))}
  </Table>
)

const ProductRows = ({ one: { products } }: { one: ShownImport }) => (
  <Table
    caption="Sample products"
    columns={[{ label: 'Product' }, { label: 'ID' }, { label: 'Stock', isNumber: true }]}
  >
    {products.map(({ line, product }) => (
      <Row key={line}>
        <RowHead>{product.title}</RowHead>
        <Cell label="ID">{product.externalId}</Cell>
        <Cell label="Stock" isNumber>
          {product.stock ?? '–'}
        </Cell>
      </Row>
    ))}
  </Table>
)
