/** Parts of the import screens: an import's state, how rows read, and rows with errors. */
import { labelOfField, type ImportKind } from '#app/domain/imports/import-kinds.ts'
import { sampleWords } from '#app/domain/imports/sample-words.ts'
import type { ImportState } from '#app/domain/imports/imports.server.ts'
import type { OneImport } from '#app/presenters/import-preview.server.ts'
import type { ErrorGroup } from '#app/domain/imports/error-groups.ts'
import { Empty } from '#app/ui/empty.tsx'
import { formatCount } from '#app/ui/format/format-number.ts'
import { RelativeTime } from '#app/ui/format/relative-time.tsx'
import { DownloadLink } from '#app/ui/links/download-link.tsx'
import { Badge } from '#app/ui/kit/badge.tsx'
import { SummaryButton } from '#app/ui/kit/button.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { Cell, Row, RowHead, Table } from '#app/ui/table.tsx'

export function ImportBadge({ state }: { state: ImportState }) {
  if (state === 'waiting') return <Badge tone="attention">Needs review</Badge>
  return state === 'taken' ? <Badge tone="success">Imported</Badge> : <Badge>Discarded</Badge>
}

type InvalidRowsProps = {
  uuid: string
  kind: ImportKind
  groups: readonly ErrorGroup[]
  /** Rows with at least one error. */
  total: number
}

/** More causes than a screen of a phone has room for are folded. */
const groupsAtOnce = 4

export function InvalidRows({ uuid, kind, groups, total }: InvalidRowsProps) {
  const folded = groups.slice(groupsAtOnce)
  return (
    <Panel>
      <h2 className="part-title">
        Errors in {total === 1 ? '1 row' : `${formatCount(total)} rows`}
      </h2>
      <p className="part-lead">
        <DownloadLink to={`/data-feeds/imports/${uuid}/faults`}>
          Download the rows with errors
        </DownloadLink>
        , fix them and import them as a new file. The download doesn’t include email addresses.
      </p>
      <ErrorGroups kind={kind} groups={groups.slice(0, groupsAtOnce)} />
      {folded.length > 0 && (
        <details className="mt-12">
          <SummaryButton>
            {folded.length === 1 ? '1 more cause' : `${formatCount(folded.length)} more causes`}
          </SummaryButton>
          <ErrorGroups kind={kind} groups={folded} />
        </details>
      )}
    </Panel>
  )
}

/** Parts that can't be read, of rows that can. */
export const LeftOut = ({ kind, groups, total }: Omit<InvalidRowsProps, 'uuid'>) => (
  <Panel>
    <h2 className="part-title">
      Left out of {total === 1 ? '1 row' : `${formatCount(total)} rows`}
    </h2>
    <p className="part-lead">These rows are imported without the following values.</p>
    <ErrorGroups kind={kind} groups={groups} />
  </Panel>
)

const encodings = {
  'utf-8': '',
  'utf-16': 'We converted this file from UTF-16.',
  'windows-1252':
    'This file isn’t UTF-8, so we read it as Windows-1252. Check that names with accents are right.',
}

/** How the file was read, if not as it is. Empty otherwise. */
export function describeConversion({
  encoding,
  skippedLines,
}: Pick<OneImport['head'], 'encoding' | 'skippedLines'>): string {
  const skipped =
    skippedLines === 0
      ? ''
      : `We skipped ${skippedLines === 1 ? 'the line' : `${String(skippedLines)} lines`} above the column names.`
  return [encodings[encoding], skipped].join(' ').trim()
}

const ErrorGroups = ({ kind, groups }: Pick<InvalidRowsProps, 'kind' | 'groups'>) => (
  <ul className="rows">
    {groups.map(({ column, sentence, total, lines, values }) => (
      <li key={`${column} ${sentence}`} className="rows__row">
        <span className="rows__words">
          <strong>{labelOfField(kind, column)}</strong>: {sentence}
        </span>
        <span className="numbers">{total === 1 ? '1 row' : `${formatCount(total)} rows`}</span>
        <span className="basis-full muted small break-anywhere">
          {lines.length === 1 ? 'Line' : 'Lines'} {lines.join(', ')}
          {total > lines.length && ' and more'}
          {values.length > 0 && `, for example “${values.join('”, “')}”`}
        </span>
      </li>
    ))}
  </ul>
)

type ShownImport = Pick<
  OneImport,
  'samples' | 'products' | 'kind' | 'language' | 'direction' | 'now' | 'head'
>

/** A file whose dates wait for a choice has rows, which can't be read before it. */
export const NoRows = ({ isOpen, choice }: OneImport['head']['dayOrder']) =>
  isOpen && choice === null ? (
    <Empty title="No rows yet">Choose the order of day and month above to see them.</Empty>
  ) : (
    <Empty title="Nothing to import">None of the rows can be imported.</Empty>
  )

export const PreviewRows = ({ one }: { one: ShownImport }) => (
  <Panel>
    <h2 className="part-title">
      {one.kind === 'product' ? 'Sample products' : 'As visitors would see it'}
    </h2>
    {one.samples.length === 0 && one.products.length === 0 ? (
      <NoRows {...one.head.dayOrder} />
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
    {samples.map(({ line, title, text, occurredAt, state }) => (
      <Row key={line}>
        <RowHead>
          <span lang={language} dir={direction}>
            {title} {text}
          </span>
        </RowHead>
        <Cell label="Date">
          <RelativeTime at={occurredAt} now={now} />
        </Cell>
        <Cell label="Nudges">{sampleWords[state]}</Cell>
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
