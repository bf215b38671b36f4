/**
 * A page of nudges. People who can edit them can reorder, turn on and off, copy and archive them.
 */
import { useFetcher } from '@remix-run/react'
import { useEffect } from 'react'
import { definitions } from '#app/domain/stats/definitions.ts'
import type { PixelPayload } from '#app/contract/pixel.ts'
import { ConfirmSubmit } from '#app/ui/forms/confirm-form.tsx'
import { useEachAnswer } from '#app/ui/forms/each-answer.ts'
import { useFormFetcher } from '#app/ui/forms/form-fetcher.tsx'
import { FormMessage } from '#app/ui/forms/form-message.tsx'
import { Table, type Column } from '#app/ui/table.tsx'
import type { ListActionResult } from './list-actions.ts'
import { ListRow, RowIcons } from './list-row.tsx'
import type { ListScreen } from './list-screen.server.ts'
import { useNudgeOrder } from './use-order.ts'

const figures: readonly Column[] = [
  {
    label: 'Impressions',
    isNumber: true,
    about: `Last 30 days. ${definitions.impressions.meaning}`,
  },
  { label: 'Hovers', isNumber: true, about: `Last 30 days. ${definitions.hovers.meaning}` },
  { label: 'Clicks', isNumber: true, about: `Last 30 days. ${definitions.clicks.meaning}` },
  { label: 'Dismissals', isNumber: true, about: `Last 30 days. ${definitions.closes.meaning}` },
  {
    label: 'Lift',
    about:
      'Change in conversion rate from the nudge’s latest experiment. Without an experiment, it can’t be measured.',
  },
]

type ListTableProps = Pick<ListScreen, 'list' | 'may' | 'isArchived' | 'surface'> & {
  /** The list isn't filtered. */
  isWhole: boolean
}

export function ListTable({ list, may, isArchived, surface, isWhole }: ListTableProps) {
  const { Form, ref, answer, done, isBusy, submit } = useFormFetcher<ListActionResult>()
  const uuids = list.rows.map(({ uuid }) => uuid)
  const payload = useCards(uuids)
  const moved = done && 'moved' in done ? done : undefined
  // Once the rows are in their new order.
  useEachAnswer(isBusy ? undefined : moved, ({ focus }) => {
    document.getElementById(focus.replace(' ', '-'))?.focus()
  })

  const isInline = surface === 'inline'
  const hasOrder = may.edit && isWhole && !isArchived
  const dragOf = useNudgeOrder({
    uuids,
    hasNext: list.hasNext,
    move(uuid, before) {
      submit({ act: `place ${uuid}`, before }, { method: 'post' })
    },
  })
  const columns: readonly Column[] = [
    ...(may.edit ? [{ label: 'Selected', isSilent: true }] : []),
    ...(hasOrder ? [{ label: 'Order', about: 'Nudges are shown in this order.' }] : []),
    { label: 'Nudge' },
    { label: 'Status' },
    { label: isInline ? 'Placement and data' : 'Targeting and data' },
    ...figures,
    ...(may.edit ? [{ label: 'Actions', isSilent: true }] : []),
  ]
  return (
    <Form ref={ref} method="post" className="nudge-table" noValidate>
      <FormMessage answer={answer} />
      {may.edit && <Bulk isArchived={isArchived} isBusy={isBusy} />}
      <p role="status" className="nudge-moved">
        {moved?.moved}
      </p>
      {hasOrder && <RowIcons />}
      <Table caption={isInline ? 'Inline nudges' : 'Popup nudges'} columns={columns}>
        {list.rows.map((nudge) => (
          <ListRow
            key={nudge.uuid}
            nudge={nudge}
            payload={payload}
            {...{ isInline, isArchived, now: list.now, mayEdit: may.edit }}
            drag={hasOrder ? dragOf(nudge.uuid) : null}
          />
        ))}
      </Table>
    </Form>
  )
}

const Bulk = ({ isArchived, isBusy }: { isArchived: boolean; isBusy: boolean }) => (
  <div className="nudge-bulk" role="group" aria-label="Actions for selected nudges">
    {(isArchived ? restoring : acting).map(([act, label]) => (
      <button key={act} className="nudge-act" name="act" value={act} disabled={isBusy}>
        {label}
      </button>
    ))}
    {isArchived && (
      <ConfirmSubmit
        name="act"
        value="delete"
        action="Delete drafts"
        title="Delete the selected drafts?"
        confirm="Delete drafts"
        className="nudge-act"
        isDisabled={isBusy}
      >
        <p>This permanently deletes them and their settings. Published nudges stay archived.</p>
      </ConfirmSubmit>
    )}
  </div>
)

const acting = [
  ['on', 'Turn on'],
  ['off', 'Turn off'],
  ['archive', 'Archive'],
] as const
const restoring = [['restore', 'Restore']] as const

/** What the nudges show now; undefined until it has loaded. */
function useCards(uuids: readonly string[]): PixelPayload | null | undefined {
  const { load, data } = useFetcher<PixelPayload | null>()
  const query = uuids.map((uuid) => `nudge=${uuid}`).join('&')
  useEffect(() => {
    if (query !== '') load(`/popup-nudges/cards?${query}`)
  }, [load, query])
  return data
}
