/** Undo and redo of what was changed in the form since it was opened. */
import { useCallback, useRef, useState } from 'react'
import type { Values } from './field.tsx'

/** Changes of one field within this time are undone together. */
const pauseMillis = 800
const maxKept = 100

type Step = { values: Values; text: string }

type Steps = {
  past: Step[]
  now: Step | null
  future: Step[]
  /** When the last edit was made; 0 when the next one is a step of its own. */
  at: number
  /** The only field that it changed. */
  field: string | null
}

export type Edits = {
  /** The initial values of the fields. */
  values: Values
  /** Another number: the fields are drawn again. */
  round: number
  undo: (() => void) | null
  redo: (() => void) | null
  /** Called with every change of the form. */
  note: (form: FormData) => void
  /** Replaces these fields, as one change. */
  put: (fields: Values) => void
  /** Shows the stored values again, which the form then notes as a step. */
  reset: () => void
}

/** @param stored values of the fields, by name */
export function useEdits(stored: Values): Edits {
  const text = JSON.stringify(stored)
  const [shown, setShown] = useState({ values: stored, round: 0, stored: text })
  // Saved since then: the stored values can differ from those sent, for example in their order.
  if (shown.stored !== text) setShown({ ...shown, values: stored, stored: text })
  const steps = useRef<Steps>({ past: [], now: null, future: [], at: 0, field: null })
  const [can, setCan] = useState({ undo: false, redo: false })

  const settle = useCallback(() => {
    const { past, future } = steps.current
    const next = { undo: past.length > 0, redo: future.length > 0 }
    // The same object again: a key that changes neither doesn't render the whole studio.
    setCan((last) => (last.undo === next.undo && last.redo === next.redo ? last : next))
  }, [])

  const note = useCallback(
    (form: FormData) => {
      const step = stepOf(form)
      const all = steps.current
      if (step.text === all.now?.text) return
      const field = fieldChanged(all.now, step)
      const isSameEdit = Date.now() - all.at < pauseMillis && field !== null && field === all.field
      if (all.now && !isSameEdit) all.past = [...all.past, all.now].slice(-maxKept)
      // The first step is what the form was opened with, and no edit.
      all.at = all.now ? Date.now() : 0
      all.field = field
      all.now = step
      all.future = []
      settle()
    },
    [settle],
  )

  const move = useCallback(
    (from: 'past' | 'future', to: 'past' | 'future') => {
      const all = steps.current
      const step = all[from].pop()
      if (!step || !all.now) return
      all[to].push(all.now)
      all.now = step
      all.at = 0
      setShown((last) => ({ ...last, values: step.values, round: last.round + 1 }))
      settle()
    },
    [settle],
  )

  const put = useCallback(
    (fields: Values) => {
      const all = steps.current
      if (!all.now) return
      const values = { ...all.now.values, ...fields }
      all.past = [...all.past, all.now].slice(-maxKept)
      all.now = { values, text: JSON.stringify(values) }
      all.at = 0
      all.future = []
      setShown((last) => ({ ...last, values, round: last.round + 1 }))
      settle()
    },
    [settle],
  )

  const reset = () => {
    steps.current.at = 0
    setShown((last) => ({ values: stored, round: last.round + 1, stored: text }))
  }

  return {
    put,
    reset,
    values: shown.values,
    round: shown.round,
    undo: can.undo ? () => move('past', 'future') : null,
    redo: can.redo ? () => move('future', 'past') : null,
    note,
  }
}

function stepOf(form: FormData): Step {
  const values: Record<string, string> = {}
  for (const [name, value] of form) {
    if (typeof value !== 'string') continue
    const before = values[name]
    values[name] = before === undefined ? value : `${before} ${value}`
  }
  return { values, text: JSON.stringify(values) }
}

function fieldChanged(before: Step | null, { values }: Step): string | null {
  if (!before) return null
  const names = new Set([...Object.keys(before.values), ...Object.keys(values)])
  const changed = [...names].filter((name) => before.values[name] !== values[name])
  return changed.length === 1 ? (changed[0] ?? null) : null
}
