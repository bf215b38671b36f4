// @vitest-environment happy-dom
import { act, useEffect } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, onTestFinished, test, vi } from 'vitest'
import { useEdits, type Edits } from './use-edits.ts'

const stored = { name: 'Orders', size: '5' }

/** A form's edits with a fake clock. */
function createEdits() {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.useFakeTimers()
  const root = createRoot(document.createElement('div'))
  let edits: Edits | undefined
  const Form = () => {
    const latest = useEdits(stored)
    useEffect(() => {
      edits = latest
    })
    return null
  }
  act(() => {
    root.render(<Form />)
  })
  onTestFinished(() => {
    act(() => {
      root.unmount()
    })
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })
  const note = (changed: Partial<typeof stored>) => {
    const form = new FormData()
    for (const [name, value] of Object.entries({ ...stored, ...changed })) form.set(name, value)
    act(() => {
      edits?.note(form)
    })
  }
  // As the form does once it is there.
  note({})
  return {
    note,
    undo: () => {
      act(() => {
        edits?.undo?.()
      })
    },
    values: () => edits?.values,
    canUndo: () => edits?.undo !== null,
  }
}

test('an edit right after opening can be undone', () => {
  const { note, undo, values, canUndo } = createEdits()

  note({ name: 'Sales' })
  expect(canUndo()).toBe(true)
  undo()

  expect(values()).toEqual(stored)
  expect(canUndo()).toBe(false)
})

test('letters typed without a pause are undone together, another field is not', () => {
  const { note, undo, values } = createEdits()

  note({ name: 'S' })
  note({ name: 'Sa' })
  note({ name: 'Sa', size: '6' })
  undo()
  expect(values()).toEqual({ name: 'Sa', size: '5' })
  undo()

  expect(values()).toEqual(stored)
})
