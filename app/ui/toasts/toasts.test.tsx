// @vitest-environment happy-dom
import { act, useEffect } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, onTestFinished, test, vi } from 'vitest'
import { useToast, type ShowToast } from '#app/browser/toast-context.ts'
import { Toasts } from './toasts.tsx'

/** Toasts of a page with a fake clock. */
function createToasts() {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.useFakeTimers()
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  let show: ShowToast = () => undefined
  const ToastCaller = () => {
    const toast = useToast()
    useEffect(() => {
      show = toast
    }, [toast])
    return null
  }
  act(() => {
    root.render(
      <Toasts>
        <ToastCaller />
      </Toasts>,
    )
  })
  onTestFinished(() => {
    act(() => {
      root.unmount()
    })
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })
  return {
    show: (message: string) => {
      act(() => {
        show('error', message)
      })
    },
    advance: (millis: number) => {
      act(() => {
        vi.advanceTimersByTime(millis)
      })
    },
    shown: () => [...place.querySelectorAll('.toast__text')].map(({ textContent }) => textContent),
  }
}

test('a message stays for five seconds', () => {
  const { show, advance, shown } = createToasts()

  show('No connection.')
  advance(4_999)
  expect(shown()).toEqual(['No connection.'])
  advance(1)

  expect(shown()).toEqual([])
})

test('five messages show together, and the oldest makes room', () => {
  const { show, shown } = createToasts()

  for (let number = 1; number <= 6; number += 1) show(String(number))

  expect(shown()).toEqual(['2', '3', '4', '5', '6'])
})
