// @vitest-environment happy-dom
import { RemixBrowser } from '@remix-run/react'
import { createRoot } from 'react-dom/client'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import type { FormResponse } from '#app/lib/web/form-response.ts'
import { StandaloneHost } from '#app/platforms/standalone/host.tsx'
import { Design } from '../design.tsx'
import { NativeButton } from '../kit/button.tsx'
import { ConfirmForm, ConfirmSubmit } from './confirm-form.tsx'
import { useFormFetcher, type Saved } from './form-fetcher.ts'

const question = 'Discard this import?'

const Page = () => (
  <Design Host={StandaloneHost}>
    <ConfirmForm
      hidden={{ intent: 'throw' }}
      action="Discard"
      title={question}
      confirm="Discard import"
    >
      <p>The file is deleted.</p>
    </ConfirmForm>
    <LargeForm />
  </Design>
)

function LargeForm() {
  const { Form, ref } = useFormFetcher()
  return (
    <Form ref={ref} method="post">
      <input type="hidden" name="chosen" value="one" />
      <ConfirmSubmit
        as={NativeButton}
        name="act"
        value="delete"
        action="Delete drafts"
        title="Delete the selected drafts?"
        confirm="Delete them"
        isDisabled={false}
      >
        <p>They are deleted.</p>
      </ConfirmSubmit>
    </Form>
  )
}

/** The sent values, and the server's response. */
const server: { sent: FormDataEntryValue[]; answer: FormResponse | Saved } = {
  sent: [],
  answer: { saved: '' },
}

const clientAction = async ({ request }: { request: Request }) => {
  const sent = await request.formData()
  server.sent.push(...sent.values())
  return server.answer
}

// The context that a server writes into the page for Remix. It keeps one router for all tests of
// this file.
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
  const dialog = (title: string) =>
    [...place.querySelectorAll('dialog')].find(
      (one) => one.querySelector('h2')?.textContent === title,
    )
  const button = (name: string, title?: string) =>
    [...((title && dialog(title)) || place).querySelectorAll('button')].find(
      (one) => one.textContent === name,
    )
  await expect.poll(() => dialog(question)).toBeDefined()
  return {
    isOpen: (title = question) => expect.poll(() => dialog(title)?.open),
    text: () => place.textContent,
    press: (name: string, title?: string) => button(name, title)?.click(),
  }
}

test('nothing is sent before the question is answered, and not when it is canceled', async () => {
  const page = await openPage()
  await page.isOpen().toBe(false)

  page.press('Discard')
  await page.isOpen().toBe(true)
  page.press('Cancel')

  await page.isOpen().toBe(false)
  expect(server.sent).toEqual([])
})

test('a confirmed question is sent, closed, and the answer is shown', async () => {
  const page = await openPage()
  server.answer = { saved: 'Import discarded' }

  page.press('Discard')
  page.press('Discard import')

  await expect.poll(page.text).toContain('Import discarded')
  expect(server.sent).toEqual(['throw'])
  await page.isOpen().toBe(false)
})

test('a refusal is shown on the screen, not below the dialog', async () => {
  const page = await openPage()
  server.answer = { errors: {}, message: 'Already imported.', values: {} }

  page.press('Discard')
  page.press('Discard import')

  await expect.poll(page.text).toContain('Already imported.')
  await page.isOpen().toBe(false)
})

test('a button of a larger form asks first, and is then sent with its fields', async () => {
  const page = await openPage()
  server.answer = { saved: 'Deleted' }

  page.press('Delete drafts')
  await page.isOpen('Delete the selected drafts?').toBe(true)
  page.press('Cancel', 'Delete the selected drafts?')
  await page.isOpen('Delete the selected drafts?').toBe(false)
  expect(server.sent).toEqual([])
  page.press('Delete drafts')
  await page.isOpen('Delete the selected drafts?').toBe(true)
  page.press('Delete them')

  await expect.poll(page.text).toContain('Deleted')
  // This DOM adds the pressed button twice.
  expect([...new Set(server.sent)]).toEqual(['one', 'delete'])
  await page.isOpen('Delete the selected drafts?').toBe(false)
})
