// @vitest-environment happy-dom
import { RemixBrowser } from '@remix-run/react'
import { createRoot } from 'react-dom/client'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import type { FormResponse } from '#app/lib/web/form-response.ts'
import { StandaloneHost } from '#app/platforms/standalone/host.tsx'
import { Design } from '../design.tsx'
import { ConfirmForm } from './confirm-form.tsx'
import type { Saved } from './form-fetcher.tsx'

const Page = () => (
  <Design Host={StandaloneHost}>
    <ConfirmForm
      hidden={{ intent: 'throw' }}
      action="Discard"
      title="Discard this import?"
      confirm="Discard import"
    >
      <p>The file is deleted.</p>
    </ConfirmForm>
  </Design>
)

/** What was sent, and what the server answers. */
const server: { sent: FormDataEntryValue[]; answer: FormResponse | Saved } = {
  sent: [],
  answer: { saved: '' },
}

const clientAction = async ({ request }: { request: Request }) => {
  const sent = await request.formData()
  server.sent.push(...sent.values())
  return server.answer
}

// What a server writes into the page for Remix, which keeps one router for all tests of this file.
beforeAll(() => {
  const root = { id: 'root', path: '', module: '', hasAction: true, hasClientAction: true }
  const future = { v3_fetcherPersist: true, v3_relativeSplatPath: true }
  Object.assign(window, {
    __remixContext: { future, state: { loaderData: {} } },
    __remixManifest: { routes: { root }, version: '' },
    __remixRouteModules: { root: { default: Page, clientAction } },
  })
})

async function openPage() {
  server.sent = []
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  root.render(<RemixBrowser />)
  onTestFinished(() => {
    root.unmount()
    place.remove()
  })
  const button = (name: string) =>
    [...place.querySelectorAll('button')].find((one) => one.textContent === name)
  await expect.poll(() => place.querySelector('dialog[aria-labelledby^=":"]')).not.toBeNull()
  const dialog = () => place.querySelector<HTMLDialogElement>('dialog[aria-labelledby^=":"]')
  return {
    isOpen: () => dialog()?.open,
    text: () => place.textContent,
    focus: () => document.activeElement?.textContent,
    press: (name: string) => button(name)?.click(),
  }
}

test('nothing is sent before the question is answered, and not when it is canceled', async () => {
  const page = await openPage()
  expect(page.isOpen()).toBe(false)

  page.press('Discard')
  expect(page.isOpen()).toBe(true)
  page.press('Cancel')

  expect(page.isOpen()).toBe(false)
  expect(server.sent).toEqual([])
})

test('a confirmed question is sent, closed, and the answer is shown', async () => {
  const page = await openPage()
  server.answer = { saved: 'Import discarded' }

  page.press('Discard')
  page.press('Discard import')

  await expect.poll(page.text).toContain('Import discarded')
  expect(server.sent).toEqual(['throw'])
  expect(page.isOpen()).toBe(false)
})

test('a refusal is shown on the screen, not below the dialog', async () => {
  const page = await openPage()
  server.answer = { errors: {}, message: 'Already imported.', values: {} }

  page.press('Discard')
  page.press('Discard import')

  await expect.poll(page.text).toContain('Already imported.')
  expect(page.isOpen()).toBe(false)
})
