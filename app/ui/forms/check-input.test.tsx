// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, onTestFinished, test } from 'vitest'
import type { FormResponse } from '#app/lib/web/form-response.ts'
import { CheckInput } from './fields.tsx'

async function draw(answer?: FormResponse) {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  const host = document.body.appendChild(document.createElement('div'))
  const root = createRoot(host)
  onTestFinished(() => {
    act(() => {
      root.unmount()
    })
    host.remove()
  })
  await act(async () => {
    root.render(<CheckInput name="terms" label="I accept the terms" answer={answer} />)
    await Promise.resolve()
  })
  return host.querySelector('input')?.getAttribute('aria-invalid')
}

test('a checkbox is announced as wrong only when it is', async () => {
  expect(await draw()).toBe('false')
  expect(await draw({ message: null, values: {}, errors: { terms: ['Accept the terms.'] } })).toBe(
    'true',
  )
})
