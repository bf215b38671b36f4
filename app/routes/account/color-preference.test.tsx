// @vitest-environment happy-dom
import { AppProvider } from '@shopify/polaris'
import translations from '@shopify/polaris/locales/en.json'
import { createRoot } from 'react-dom/client'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { ColorChoice } from './color-preference.tsx'

beforeEach(() => {
  window.localStorage.clear()
})

function open() {
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  root.render(
    <AppProvider i18n={translations}>
      <ColorChoice />
    </AppProvider>,
  )
  onTestFinished(() => {
    root.unmount()
    place.remove()
  })
  return {
    chosen: () => place.querySelector('select')?.value,
    choose(value: string) {
      const select = place.querySelector('select')
      if (!select) throw new Error('There is no choice.')
      select.value = value
      select.dispatchEvent(new Event('change', { bubbles: true }))
    },
    status: () => place.querySelector('[role=status]')?.textContent,
  }
}

test('a chosen theme is kept in this browser, and shown the next time', async () => {
  const page = open()
  await expect.poll(page.chosen).toBe('system')

  page.choose('dark')

  await expect.poll(page.status).toBe('Saved in this browser.')
  expect(window.localStorage.getItem('colour-preference')).toBe('dark')
  await expect.poll(open().chosen).toBe('dark')
})
