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
  let renders = 0
  const Form = () => {
    const latest = useEdits(stored)
    useEffect(() => {
      edits = latest
      renders += 1
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
    put: (fields: Partial<typeof stored>) => {
      act(() => {
        edits?.put(fields)
      })
    },
    reset: () => {
      act(() => {
        edits?.reset()
      })
    },
    values: () => edits?.values,
    canUndo: () => edits?.undo !== null,
    renders: () => renders,
  }
}

test('letters after the first one don’t render the studio again', () => {
  const { note, renders } = createEdits()
  note({ name: 'S' })
  // React renders once more before it takes two states to be the same.
  note({ name: 'Sa' })
  const before = renders()

  for (const name of ['Sal', 'Sale', 'Sales']) note({ name })

  expect(renders()).toBe(before)
})

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

test('discarded fields are the stored ones, whatever was put or undone before, and come back', () => {
  const { note, put, undo, reset, values } = createEdits()
  note({ name: 'Sales' })
  undo()
  put({ size: '6' })

  reset()
  expect(values()).toEqual(stored)
  // As the form does with the fields that it drew again.
  note({})
  undo()

  expect(values()).toEqual({ name: 'Orders', size: '6' })
})
