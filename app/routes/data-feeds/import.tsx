/** Review of one file: what would be imported, how visitors would see it, and rows with errors. */
import { data, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { Link, useLoaderData } from '@remix-run/react'
import type { ReactNode } from 'react'
import { z } from 'zod'
import { requireRight, requireSite } from '#app/auth/guards.server.ts'
import { chooseColumns } from '#app/domain/imports/choose-columns.server.ts'
import { groupErrors } from '#app/domain/imports/error-groups.ts'
import { lackingFields } from '#app/domain/imports/file-columns.ts'
import {
  countKind,
  importColumns,
  importWords,
  type ImportKind,
} from '#app/domain/imports/import-kinds.ts'
import { discardImport, type ImportState } from '#app/domain/imports/imports.server.ts'
import { readImport, type OneImport } from '#app/presenters/import-preview.server.ts'
import { commitImport } from '#app/domain/imports/commit-import.server.ts'
import { mayDo } from '#app/domain/teams/roles.ts'
import { refusedFormResponse, invalidFormResponse } from '#app/lib/web/form-responses.server.ts'
import { readForm } from '#app/lib/web/forms.ts'
import { siteTitle } from '#app/ui/format/document-title.ts'
import { useNamedSystems } from '#app/platforms/other-systems.ts'
import { presetLabels } from '#app/domain/imports/preset-labels.ts'
import type { FormResponse } from '#app/lib/web/form-response.ts'
import { SelectInput } from '#app/ui/forms/fields.tsx'
import { ActionForm } from '#app/ui/forms/action-form.tsx'
import { ConfirmForm } from '#app/ui/forms/confirm-form.tsx'
import { formatDateTime } from '#app/ui/format/format-time.ts'
import type { Saved } from '#app/ui/forms/form-fetcher.ts'
import { SummaryButton } from '#app/ui/kit/button.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { DataFeedsLayout } from './data-feeds-layout.tsx'
import { ColumnChoice } from '#app/ui/forms/import-columns.tsx'
import {
  describeConversion,
  InvalidRows,
  LeftOut,
  PreviewRows,
  ImportBadge,
} from './import-parts.tsx'
import { importUuid } from './import-uuid.server.ts'

export { headers } from '#app/platforms/headers.ts'
export {
  preserveForm as clientAction,
  skipAfterFault as shouldRevalidate,
} from '#app/ui/forms/preserve-form.ts'
export { links } from './data-feeds-layout.tsx'
export const meta = siteTitle('Import')

export async function loader(args: LoaderFunctionArgs) {
  const { scope, team } = await requireSite(args)
  const one = await readImport(args.context.services, scope, importUuid(args))
  const { faulty, notes, ...rest } = one
  const groups = { errors: groupErrors(faulty), left: groupErrors(notes), noted: notes.length }
  return { one: { ...rest, ...groups }, mayChange: mayDo(team.role, 'site:edit') }
}

const changeInput = z
  .object({ intent: z.enum(['take', 'throw', 'columns'], 'Choose what to do.') })
  // Names of fields, which differ by kind of file.
  .catchall(z.string())

export async function action(args: ActionFunctionArgs) {
  const { scope, team } = await requireSite(args)
  requireRight(team, 'site:edit')
  const { services } = args.context
  const uuid = importUuid(args)
  // Check ownership before the input, so another team's import looks exactly like a missing one.
  const { kind } = await readImport(services, scope, uuid)
  const form = await readForm(args.request, changeInput)
  if (!form.ok) return invalidFormResponse(form.errors)

  const { intent, ...typed } = form.value
  if (intent === 'throw') {
    const state = await discardImport(services, scope, uuid)
    return data<Saved>({ saved: state === 'taken' ? takenBefore : thrown })
  }
  if (intent === 'columns') {
    try {
      const state = await chooseColumns(services, scope, { uuid, typed })
      return data<Saved>({ saved: choiceWords[state] })
    } catch (error) {
      return refusedFormResponse(error, typed)
    }
  }
  const { state, taken } = await commitImport(services, scope, uuid)
  return data<Saved>({ saved: state === 'taken' ? `${countKind(taken, kind)} imported` : thrown })
}

const thrown = 'Import discarded'
const takenBefore = 'This file has already been imported.'

const choiceWords: Record<ImportState, string> = {
  waiting: 'Columns updated',
  taken: takenBefore,
  thrown,
}

export default function OneImport() {
  const { one, mayChange } = useLoaderData<typeof loader>()
  const { fileName, kind, state, taken, finishedAt, counts, head } = one
  // Without the required columns there is nothing to count or to show.
  const isRead = lackingFields(kind, head.places).length === 0
  const conversion = describeConversion(head)
  return (
    <DataFeedsLayout>
      <Panel>
        <p className="part-lead">
          <Link className="text-link" to="/data-feeds/imports">
            All imports
          </Link>
        </p>
        <h2 className="part-title">{fileName}</h2>
        <p className="part-lead">
          {importWords[kind].title} <ImportBadge state={state} />
        </p>
        {state === 'waiting' && conversion !== '' && <p className="part-lead">{conversion}</p>}
        {state === 'waiting' && isRead && <Counts counts={counts} kind={kind} />}
        {state === 'waiting' && mayChange && (
          <div className="row gap-12 feed-acts">
            {counts.fresh > 0 && (
              <ActionForm
                action={`Import ${countKind(counts.fresh, kind)}`}
                hidden={{ intent: 'take' }}
                tone="primary"
              />
            )}
            <ConfirmForm
              hidden={{ intent: 'throw' }}
              action="Discard"
              title="Discard this import?"
              confirm="Discard import"
            >
              <p>No rows of {fileName} will be imported, and the uploaded file is deleted.</p>
            </ConfirmForm>
          </div>
        )}
        {state === 'waiting' ? (
          <p className="mt-12 muted small">
            If you do nothing, we’ll delete this file on {formatDateTime(one.endsAt)}. We don’t
            store its email addresses, only hashes of them. Unused columns stay encrypted until
            then.
          </p>
        ) : (
          <p className="part-lead">
            {state === 'taken' ? `${countKind(taken ?? 0, kind)} imported` : 'Discarded'}
            {finishedAt !== null && ` on ${formatDateTime(finishedAt)}`}. The file’s rows aren’t
            kept.
          </p>
        )}
      </Panel>
      {state === 'waiting' && (
        <>
          <ColumnChoice
            head={head}
            columns={one.columns}
            kind={kind}
            values={one.values}
            mayChange={mayChange}
            arrange={(inputs, answer) => <Columns {...{ kind, head, inputs, answer }} />}
          />
          {counts.faulty > 0 && (
            <InvalidRows uuid={one.uuid} kind={kind} groups={one.errors} total={counts.faulty} />
          )}
          {one.noted > 0 && <LeftOut kind={kind} groups={one.left} total={one.noted} />}
          {isRead && <PreviewRows one={one} />}
        </>
      )}
    </DataFeedsLayout>
  )
}

const presetsOf = (kind: ImportKind, isNamed: (label: string) => boolean) =>
  Object.entries(presetLabels[kind] ?? {})
    .map(([value, label]) => ({ value, label }))
    .filter(({ label }) => isNamed(label))

type ColumnsProps = Pick<OneImport, 'kind' | 'head'> & {
  inputs: readonly ReactNode[]
  answer: FormResponse | undefined
}

/** Which shop the file is from, and fields without a column folded: they would fill a phone. */
function Columns({ kind, head: { places, preset }, inputs, answer }: ColumnsProps) {
  const isFolded = importColumns[kind].map(
    ({ name, isNeeded }) => places[name] === undefined && !isNeeded,
  )
  // In an unrecognized file, any field may need a choice.
  const isUnknown = lackingFields(kind, places).length > 0
  const folded = inputs.filter((_input, at) => isFolded[at])
  const presets = presetsOf(kind, useNamedSystems())
  return (
    <>
      {presets.length > 0 && (
        <SelectInput
          name="preset"
          label="File from"
          options={[{ value: '', label: 'Another program' }, ...presets]}
          initial={preset ?? ''}
          answer={answer}
          helpText={
            preset === null
              ? 'Choose a shop to match its columns.'
              : 'Its columns are matched automatically.'
          }
        />
      )}
      {inputs.filter((_input, at) => !isFolded[at])}
      {folded.length > 0 && (
        <details className="all-columns" open={answer !== undefined || isUnknown}>
          <SummaryButton>Fields without a column ({folded.length})</SummaryButton>
          <div className="feed-columns">{folded}</div>
        </details>
      )}
    </>
  )
}

type CountsProps = Pick<Awaited<ReturnType<typeof readImport>>, 'counts' | 'kind'>

const Counts = ({ counts, kind }: CountsProps) => (
  <dl className="columns gap-12 m-0 mb-16 feed-counts">
    <Count
      term="New"
      value={counts.fresh}
      about={
        counts.excluded > 0
          ? `Ready to import. Never shown: ${String(counts.excluded)}.`
          : 'Ready to import.'
      }
    />
    <Count
      term="Duplicates"
      value={counts.repeated}
      about="Already stored, or repeated in the file."
    />
    <Count
      term="Errors"
      value={counts.faulty}
      about={counts.faulty > 0 ? 'Skipped. See the reasons below.' : 'Every row can be read.'}
    />
    {/* Products have no date. */}
    {kind !== 'product' && (
      <Count term="Too old" value={counts.old} about="Skipped: older than two years." />
    )}
  </dl>
)

const Count = ({ term, value, about }: { term: string; value: number; about: string }) => (
  <div>
    <dt className="muted small">{term}</dt>
    <dd className="m-0">
      <strong className="numbers feed-counts__value">{value}</strong>
      <span className="muted small">{about}</span>
    </dd>
  </div>
)
