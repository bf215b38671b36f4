// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, onTestFinished, test } from 'vitest'
import { FileInput } from './file-input.tsx'

const megabyte = 1024 * 1024
const sentence = 'The file is larger than 2 MB. Choose a smaller one.'

async function draw() {
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
    root.render(
      <FileInput
        name="file"
        label="File"
        accept=".csv"
        helpText="Up to 2 MB."
        maxBytes={2 * megabyte}
        answer={undefined}
      />,
    )
    await Promise.resolve()
  })
  const input = host.querySelector('input')
  if (!input) throw new Error('There is no field.')
  const choose = async (bytes: number) => {
    const chosen = new DataTransfer()
    chosen.items.add(new File([new Uint8Array(bytes)], 'orders.csv'))
    input.files = chosen.files
    await act(async () => {
      input.dispatchEvent(new Event('change', { bubbles: true }))
      await Promise.resolve()
    })
  }
  return { host, input, choose }
}

test('a file larger than the limit isn’t kept, and the field says so', async () => {
  const { host, input, choose } = await draw()

  await choose(2 * megabyte + 1)

  expect(host.textContent).toContain(sentence)
  expect(input.getAttribute('aria-invalid')).toBe('true')
  expect(input.value).toBe('')
})

test('a file of exactly the limit is kept, also after one that was too large', async () => {
  const { host, input, choose } = await draw()
  await choose(3 * megabyte)

  await choose(2 * megabyte)

  expect(host.textContent).not.toContain(sentence)
  expect(input.getAttribute('aria-invalid')).toBe('false')
  expect(input.files?.[0]?.size).toBe(2 * megabyte)
})
