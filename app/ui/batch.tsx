/** Actions on the selected rows of a table. */
import { memo, useCallback, useId, useState, type ReactNode } from 'react'
import { Checkbox } from './kit/checkbox.tsx'
import { NativeButton } from './kit/button.tsx'

/**
 * Floats at the end of a form of the class `batch`, so no row moves when it appears. Styles show it
 * while a row is selected, so it also works without a script.
 */
export const BatchBar = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="batch__bar floating row gap-8" role="group" aria-label={label}>
    {children}
  </div>
)

type BatchActProps = { name: string; value: string; isDisabled: boolean; children: string }

export const BatchAct = ({ name, value, isDisabled, children }: BatchActProps) => (
  <NativeButton name={name} value={value} disabled={isDisabled}>
    {children}
  </NativeButton>
)

export type Selection = {
  /** Id of the box that selects all rows. */
  id: string
  size: number
  isWhole: boolean
  has: (key: string) => boolean
  /** Always the same function. */
  choose: (key: string, isChosen: boolean) => void
  chooseAll: (isChosen: boolean) => void
  /** After an action on the selected rows: its button no longer exists, so the focus moves to the box. */
  finish: () => void
}

/** Which of a page's rows are selected. Rows that left the page aren't. */
export function useSelection(keys: readonly string[]): Selection {
  const id = useId()
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const size = keys.filter((key) => chosen.has(key)).length
  const choose = useCallback((key: string, isChosen: boolean) => {
    setChosen((before) => {
      const next = new Set(before)
      if (isChosen) next.add(key)
      else next.delete(key)
      return next
    })
  }, [])
  return {
    id,
    size,
    isWhole: size === keys.length,
    has: (key) => chosen.has(key),
    choose,
    chooseAll(isChosen) {
      setChosen(new Set(isChosen ? keys : []))
    },
    finish() {
      setChosen(new Set())
      document.getElementById(id)?.focus()
    },
  }
}

export const SelectAll = ({ selection }: { selection: Selection }) => (
  <div className="mb-8">
    <Checkbox
      id={selection.id}
      label={
        selection.size === 0 ? 'Select all on this page' : `${String(selection.size)} selected`
      }
      checked={selection.size === 0 ? false : selection.isWhole || 'indeterminate'}
      onChange={selection.chooseAll}
    />
  </div>
)

type SelectRowProps = { selection: Selection; uuid: string; label: string }

/** The box of one row. */
export const SelectRow = ({ selection, uuid, label }: SelectRowProps) => (
  <RowBox {...{ uuid, label }} isChosen={selection.has(uuid)} choose={selection.choose} />
)

type RowBoxProps = Pick<SelectRowProps, 'uuid' | 'label'> &
  Pick<Selection, 'choose'> & { isChosen: boolean }

/** A page has fifty, and a press changes one. */
const RowBox = memo(function RowBox({ uuid, label, isChosen, choose }: RowBoxProps) {
  return (
    <Checkbox
      name="uuid"
      value={uuid}
      label={label}
      labelHidden
      checked={isChosen}
      onChange={(isChecked) => {
        choose(uuid, isChecked)
      }}
    />
  )
})
