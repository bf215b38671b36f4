/** Imports of past activities, or for shops that can't be connected. */
import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { Link, useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { requireRight, requireSite } from '#app/auth/guards.server.ts'
import {
  importKinds,
  importLimits,
  importWords,
  type ImportKind,
} from '#app/domain/imports/import-kinds.ts'
import {
  beginImport,
  importOrderKeys,
  listImports,
  type ImportLine,
  type ImportOrder,
} from '#app/domain/imports/imports.server.ts'
import { readEntitlements } from '#app/domain/plans/team-plan.server.ts'
import { readOrder } from '#app/lib/list-order.ts'
import { mayDo } from '#app/domain/teams/roles.ts'
import { refusedFormResponse, invalidFormResponse } from '#app/lib/web/form-responses.server.ts'
import { validateInput } from '#app/lib/web/forms.ts'
import { readUpload } from '#app/lib/web/upload.server.ts'
import { ActionForm } from '#app/ui/forms/action-form.tsx'
import { Empty } from '#app/ui/empty.tsx'
import { SelectInput } from '#app/ui/forms/fields.tsx'
import { FileInput } from '#app/ui/forms/file-input.tsx'
import { formatCount } from '#app/ui/format/format-number.ts'
import { RelativeTime } from '#app/ui/format/relative-time.tsx'
import { DownloadLink } from '#app/ui/links/download-link.tsx'
import { siteTitle } from '#app/ui/format/document-title.ts'
import { PlanGate } from '#app/ui/plan-gate.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { Cell, Row, RowHead, sortBy, Table } from '#app/ui/table.tsx'
import { DataFeedsLayout } from './data-feeds-layout.tsx'
import { ImportBadge } from './import-parts.tsx'

export { headers } from '#app/platforms/headers.ts'
export {
  preserveForm as clientAction,
  skipAfterFault as shouldRevalidate,
} from '#app/ui/forms/preserve-form.ts'
export { links } from './data-feeds-layout.tsx'
export const meta = siteTitle('Imports')

const newestFirst: ImportOrder = { by: 'uploaded', isDescending: true }

export async function loader(args: LoaderFunctionArgs) {
  const { scope, team } = await requireSite(args)
  const { services } = args.context
  const { searchParams } = new URL(args.request.url)
  const order = readOrder(searchParams.get('sort'), importOrderKeys) ?? newestFirst
  const asked = searchParams.get('kind')
  return {
    kind: importKinds.find((one) => one === asked) ?? 'purchase',
    imports: await listImports(services, scope, order),
    order,
    now: services.now(),
    neededPlan: (await readEntitlements(services, scope)).neededPlan('datafeed'),
    mayChange: mayDo(team.role, 'site:edit'),
  }
}

const kindInput = z.object({ kind: z.enum(importKinds, 'Choose a data type.') })

export async function action(args: ActionFunctionArgs) {
  const { scope, team, account } = await requireSite(args)
  requireRight(team, 'site:edit')
  const { fields, fileName, bytes } = await readUpload(args.request, 'file')
  const form = validateInput(kindInput, fields)
  if (!form.ok) return invalidFormResponse(form.errors, fields)
  try {
    const given = { kind: form.value.kind, fileName, bytes, userId: account.id }
    return redirect(`/data-feeds/imports/${await beginImport(args.context.services, scope, given)}`)
  } catch (error) {
    return refusedFormResponse(error, fields)
  }
}

export default function Imports() {
  const { kind, imports, order, now, neededPlan, mayChange } = useLoaderData<typeof loader>()
  return (
    <DataFeedsLayout>
      {mayChange && <NewFile kind={kind} neededPlan={neededPlan} />}
      <Panel>
        <h2 className="part-title">Past imports</h2>
        {imports.length === 0 ? (
          <Empty title="No imports yet">
            Import a file to add orders from before you connected your shop.
          </Empty>
        ) : (
          <ImportTable imports={imports} order={order} now={now} />
        )}
      </Panel>
    </DataFeedsLayout>
  )
}

const kinds = importKinds.map((value) => ({ value, label: importWords[value].title }))

type NewFileProps = {
  /** The kind from the link that led here. */
  kind: ImportKind
  neededPlan: string | null
}

const NewFile = ({ kind: initialKind, neededPlan }: NewFileProps) => (
  <Panel>
    <h2 className="part-title">Import a file</h2>
    <p className="part-lead">
      You’ll review the data and any errors before anything is imported. Imported data is labeled as
      such, here and for visitors who ask, and doesn’t count toward goals. Sample files:{' '}
      {importKinds.map((kind, place) => (
        <span key={kind}>
          {place > 0 && ', '}
          <DownloadLink to={`/data-feeds/imports/sample?kind=${kind}`}>
            {importWords[kind].title}
          </DownloadLink>
        </span>
      ))}
      .
    </p>
    <PlanGate plan={neededPlan}>
      <ActionForm action="Review file" tone="primary" hasFile>
        {(answer) => (
          <>
            <SelectInput
              name="kind"
              label="Data type"
              options={kinds}
              initial={initialKind}
              answer={answer}
            />
            <FileInput
              name="file"
              label="CSV file"
              accept=".csv,text/csv"
              maxBytes={importLimits.maxBytes}
              helpText={`Up to ${String(importLimits.maxBytes / 1024 / 1024)} MB and ${formatCount(importLimits.maxRows)} rows. The file must contain column names. You’ll match them to fields in the next step.`}
              answer={answer}
            />
          </>
        )}
      </ActionForm>
    </PlanGate>
  </Panel>
)

type ImportTableProps = { imports: readonly ImportLine[]; order: ImportOrder; now: Date }

const sortOf = (order: ImportOrder, by: ImportOrder['by']) =>
  sortBy({ path: '/data-feeds/imports', query: new URLSearchParams(), order }, by, by !== 'file')

const ImportTable = ({ imports, order, now }: ImportTableProps) => (
  <Table
    caption="Imports"
    columns={[
      { label: 'File', sort: sortOf(order, 'file') },
      { label: 'Data type' },
      { label: 'Status' },
      { label: 'Imported', isNumber: true, sort: sortOf(order, 'imported') },
      { label: 'Uploaded', sort: sortOf(order, 'uploaded') },
    ]}
  >
    {imports.map(({ uuid, fileName, kind, state, taken, createdAt }) => (
      <Row key={uuid}>
        <RowHead>
          <Link className="text-link" to={`/data-feeds/imports/${uuid}`}>
            {fileName}
          </Link>
        </RowHead>
        <Cell label="Data type">
          <span className="table__whole">{importWords[kind].title}</span>
        </Cell>
        <Cell label="Status">
          <ImportBadge state={state} />
        </Cell>
        <Cell label="Imported" isNumber>
          {taken ?? '–'}
        </Cell>
        <Cell label="Uploaded">
          <RelativeTime at={createdAt} now={now} />
        </Cell>
      </Row>
    ))}
  </Table>
)
