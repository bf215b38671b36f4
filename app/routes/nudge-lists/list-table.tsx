/**
 * A page of nudges. People who can edit them can reorder, turn on and off, copy and archive them.
 */
import { definitions } from '#app/domain/stats/definitions.ts'
import { BatchAct, BatchBar, SelectAll, useSelection } from '#app/ui/batch.tsx'
import { ConfirmSubmit } from '#app/ui/forms/confirm-form.tsx'
import { useEachAnswer } from '#app/ui/forms/each-answer.ts'
import { useFormFetcher } from '#app/ui/forms/form-fetcher.ts'
import { FormMessage } from '#app/ui/forms/form-message.tsx'
import { NativeButton } from '#app/ui/kit/button.tsx'
import { useCards } from '#app/ui/nudge-preview/use-cards.ts'
import { sortBy, Table, type Column } from '#app/ui/table.tsx'
import type { ListActionResult } from './list-actions.ts'
import { ListRow } from './list-row.tsx'
import type { ListScreen } from './list-screen.server.ts'
import { RowIcons } from './order-cell.tsx'
import { useNudgeOrder } from './use-order.ts'

type ListTableProps = Pick<ListScreen, 'list' | 'may' | 'isArchived' | 'surface' | 'order'> & {
  path: string
  /** The list's filters. */
  query: URLSearchParams
  /** The list isn't filtered. */
  isWhole: boolean
}

export function ListTable(props: ListTableProps) {
  const { list, may, isArchived, surface, order, isWhole } = props
  const uuids = list.rows.map(({ uuid }) => uuid)
  const selection = useSelection(uuids)
  const { Form, ref, answer, done, isBusy, submit } = useFormFetcher<ListActionResult>()
  const payload = useCards(uuids)
  const moved = done && 'moved' in done ? done : undefined
  // Once the rows are in their new order.
  useEachAnswer(isBusy ? undefined : done, (result) => {
    if ('moved' in result) document.getElementById(result.focus.replace(' ', '-'))?.focus()
    else if (selection.size > 0 || isFocusLost()) selection.finish()
  })

  const isInline = surface === 'inline'
  const hasOrder = may.edit && isWhole && !isArchived && order === null
  const dragOf = useNudgeOrder({
    uuids,
    hasNext: list.hasNext,
    move(uuid, before) {
      submit({ act: `place ${uuid}`, before }, { method: 'post' })
    },
  })
  const columns: readonly Column[] = [
    ...(may.edit ? [{ label: 'Selected', isSilent: true }] : []),
    ...(hasOrder ? [{ label: 'Order', isSilent: true }] : []),
    ...columnsOf(props),
    ...(may.edit ? [{ label: 'Actions', isSilent: true }] : []),
  ]
  return (
    <Form ref={ref} method="post" className="batch" noValidate>
      <FormMessage answer={answer} />
      {may.edit && <Bulk isArchived={isArchived} isBusy={isBusy} />}
      <p role="status" className="muted">
        {moved?.moved}
      </p>
      {hasOrder && <RowIcons />}
      {may.edit && <SelectAll selection={selection} />}
      <div className="nudge-table">
        <Table caption={isInline ? 'Inline nudges' : 'Popup nudges'} columns={columns}>
          {list.rows.map((nudge) => (
            <ListRow
              key={nudge.uuid}
              nudge={nudge}
              payload={payload}
              {...{ isInline, isArchived, now: list.now, timeZone: list.timeZone }}
              selection={may.edit ? selection : null}
              drag={hasOrder ? dragOf(nudge.uuid) : null}
            />
          ))}
        </Table>
      </div>
    </Form>
  )
}

/** The row of the pressed button left the list. */
const isFocusLost = () => document.activeElement === document.body

function columnsOf({ surface, path, query, order }: ListTableProps): readonly Column[] {
  const sorted = { path, query, order }
  const figure = (
    by: 'shown' | 'hovers' | 'clicks' | 'closes',
    name: keyof typeof definitions,
  ) => ({
    label: definitions[name].name,
    about: `Last 30 days. ${definitions[name].meaning}`,
    sort: sortBy(sorted, by, true),
  })
  return [
    { label: 'Nudge', sort: sortBy(sorted, 'name') },
    { label: 'Status' },
    { label: surface === 'inline' ? 'Placement and data' : 'Targeting and data' },
    {
      ...figure('shown', 'impressions'),
      isNumber: true,
      below: figure('hovers', 'hovers'),
    },
    { ...figure('clicks', 'clicks'), isNumber: true, below: figure('closes', 'closes') },
    {
      label: 'Lift',
      about:
        'Change in conversion rate from the nudge’s latest experiment. Without an experiment, it can’t be measured.',
    },
  ]
}

const Bulk = ({ isArchived, isBusy }: { isArchived: boolean; isBusy: boolean }) => (
  <BatchBar label="Actions for selected nudges">
    {(isArchived ? restoring : acting).map(([act, label]) => (
      <BatchAct key={act} name="act" value={act} isDisabled={isBusy}>
        {label}
      </BatchAct>
    ))}
    {isArchived && (
      <ConfirmSubmit
        as={NativeButton}
        name="act"
        value="delete"
        action="Delete drafts"
        title="Delete the selected drafts?"
        confirm="Delete drafts"
        isDisabled={isBusy}
      >
        <p>This permanently deletes them and their settings. Published nudges stay archived.</p>
      </ConfirmSubmit>
    )}
  </BatchBar>
)

const acting = [
  ['on', 'Turn on'],
  ['off', 'Turn off'],
  ['archive', 'Archive'],
] as const
const restoring = [['restore', 'Restore']] as const
