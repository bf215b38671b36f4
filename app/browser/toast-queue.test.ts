import { expect, test } from 'vitest'
import { addToast, closeToast, removeToast, type Toast } from './toast-queue.ts'

const toast = (id: number) => ({ id, tone: 'success' as const, message: `Toast ${String(id)}` })

const queueOf = (count: number) => {
  let toasts: readonly Toast[] = []
  for (let id = 1; id <= count; id += 1) toasts = addToast(toasts, toast(id))
  return toasts
}

test('five toasts show together, the newest last', () => {
  const toasts = queueOf(5)

  expect(toasts.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5])
})

test('a sixth toast drops the oldest one', () => {
  const toasts = addToast(queueOf(5), toast(6))

  expect(toasts.map(({ id }) => id)).toEqual([2, 3, 4, 5, 6])
})

test('a closed toast stays in the list until it is removed', () => {
  const closed = closeToast(queueOf(2), 1)

  expect(closed.map(({ id, open }) => [id, open])).toEqual([
    [1, false],
    [2, true],
  ])
  expect(removeToast(closed, 1).map(({ id }) => id)).toEqual([2])
})

test('closing a toast that no longer exists changes nothing', () => {
  const toasts = queueOf(2)

  expect(closeToast(toasts, 9)).toEqual(toasts)
  expect(removeToast(toasts, 9)).toEqual(toasts)
})
