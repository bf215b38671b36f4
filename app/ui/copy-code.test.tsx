// @vitest-environment happy-dom
import { AppProvider } from '@shopify/polaris'
import translations from '@shopify/polaris/locales/en.json'
import { createRoot } from 'react-dom/client'
import { expect, onTestFinished, test } from 'vitest'
import { CopyCode } from './copy-code.tsx'

async function openPage(clipboard: { writeText: (text: string) => Promise<void> } | undefined) {
  Object.defineProperty(navigator, 'clipboard', { configurable: true, value: clipboard })
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  root.render(
    <AppProvider i18n={translations}>
      <CopyCode code={'<script src="/pixel.js"></script>'} name="installation code" />
    </AppProvider>,
  )
  onTestFinished(() => {
    root.unmount()
    place.remove()
  })
  const button = () =>
    place.querySelector<HTMLButtonElement>('[aria-label="Copy installation code"]')
  await expect.poll(button).not.toBeNull()
  return {
    press: () => button()?.click(),
    status: () => place.querySelector('[role=status]')?.textContent,
  }
}

test('copying is confirmed', async () => {
  const copied: string[] = []
  const page = await openPage({
    writeText: (text) => {
      copied.push(text)
      return Promise.resolve()
    },
  })

  page.press()

  await expect.poll(page.status).toBe('Copied')
  expect(copied).toEqual(['<script src="/pixel.js"></script>'])
})

test.each([
  ['closed', { writeText: () => Promise.reject(new Error('Not allowed')) }],
  ['absent', undefined],
])(
  'a clipboard that is %s leaves the code selected, and says what to press',
  async (_name, clipboard) => {
    const page = await openPage(clipboard)

    page.press()

    await expect.poll(page.status).toMatch(/blocked copying.*press Ctrl\+C or ⌘C/)
    expect(getSelection()?.toString()).toBe('<script src="/pixel.js"></script>')
  },
)
