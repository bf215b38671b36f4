// @vitest-environment happy-dom
import { Link, RemixBrowser, redirect } from '@remix-run/react'
import { createRoot } from 'react-dom/client'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import type { FormResponse } from '#app/lib/web/form-response.ts'
import { StandaloneHost } from '#app/platforms/standalone/host.tsx'
import { Design } from '../design.tsx'
import { ActionForm } from './action-form.tsx'
import { TextInput } from './fields.tsx'
import type { Saved } from './form-fetcher.ts'

type Answer = FormResponse | Saved | Response

const refusal: FormResponse = {
  errors: { name: ['Enter another name.'] },
  message: null,
  values: { name: 'Taken' },
}

/** A form that clears when it is done, one that stays, and one for what can't be undone. */
const Page = () => (
  <Design Host={StandaloneHost}>
    <Link to="/other">Elsewhere</Link>
    {(['adds', 'keeps', 'deletes'] as const).map((intent) => (
      <div key={intent} id={intent}>
        <ActionForm
          hidden={{ intent }}
          action={intent}
          {...(intent === 'adds' ? { clears: true } : {})}
          {...(intent === 'deletes' ? { tone: 'critical' } : {})}
        >
          {(answer) => (
            <TextInput name="name" label="Name" autoComplete="off" initial="Pots" answer={answer} />
          )}
        </ActionForm>
      </div>
    ))}
  </Design>
)

const server = { answer: (): Promise<Answer> => Promise.reject(new Error('Nothing was sent.')) }

// The context that a server writes into the page for Remix. It keeps one router for all tests of
// this file.
beforeAll(() => {
  const route = { id: 'root', path: '', module: '', hasAction: true, hasClientAction: true }
  const clientAction = () => server.answer()
  Object.assign(window, {
    __remixContext: {
      future: { v3_fetcherPersist: true, v3_relativeSplatPath: true },
      state: { loaderData: {} },
    },
    __remixManifest: { routes: { root: route }, version: '' },
    __remixRouteModules: { root: { default: Page, clientAction } },
  })
})

async function openForms() {
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  root.render(<RemixBrowser />)
  onTestFinished(() => {
    root.unmount()
    place.remove()
  })
  await expect.poll(() => place.querySelectorAll('form').length).toBe(3)

  const formOf = (id: string) => {
    const field = place.querySelector<HTMLInputElement>(`#${id} [name=name]`)
    if (!field) throw new Error(`There is no form “${id}”.`)
    return field
  }
  return {
    value: (id: string) => formOf(id).value,
    type: (id: string, text: string) => {
      const field = formOf(id)
      // The setter of the element itself is React's, and would hide the change from it.
      Reflect.set(HTMLInputElement.prototype, 'value', text, field)
      for (const type of ['input', 'change'])
        field.dispatchEvent(new Event(type, { bubbles: true }))
    },
    send: (id: string, answer: Answer) => {
      server.answer = () => Promise.resolve(answer)
      place.querySelector<HTMLElement>(`#${id} [type=submit]`)?.click()
    },
    error: () => place.querySelector('.Polaris-InlineError')?.textContent,
  }
}

/** Whether the browser would ask before the page is closed. */
const asks = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))

test('an untouched form asks nothing', async () => {
  await openForms()

  expect(asks()).toBe(false)
})

test('a form asks before its input is lost, and not once it has what it began with', async () => {
  const forms = await openForms()

  forms.type('keeps', 'Kettles')
  await expect.poll(asks).toBe(true)
  forms.type('keeps', 'Pots')
  await expect.poll(asks).toBe(false)
})

test.each(['adds', 'keeps'])('a form that “%s” asks nothing once it is done', async (id) => {
  const forms = await openForms()
  forms.type(id, 'Kettles')
  await expect.poll(asks).toBe(true)

  forms.send(id, { saved: 'Done' })

  await expect.poll(asks).toBe(false)
  expect(forms.value(id)).toBe(id === 'adds' ? 'Pots' : 'Kettles')
})

test('a form that was refused still asks', async () => {
  const forms = await openForms()
  forms.type('keeps', 'Taken')

  forms.send('keeps', refusal)

  await expect.poll(forms.error).toContain('Enter another name.')
  expect(asks()).toBe(true)
})

test('a form that is being sent lets the page go where the answer leads', async () => {
  const forms = await openForms()
  forms.type('keeps', 'Kettles')
  await expect.poll(asks).toBe(true)

  let leave = (_: Response): void => undefined
  server.answer = () =>
    new Promise((resolve) => {
      leave = resolve
    })
  document.querySelector<HTMLElement>('#keeps [type=submit]')?.click()

  await expect.poll(asks).toBe(false)
  leave(redirect('/'))
})

test('nothing offers to save what can’t be undone', async () => {
  const forms = await openForms()

  forms.type('deletes', 'Kettles')
  forms.type('adds', 'Kettles')
  await expect.poll(asks).toBe(true)
  forms.type('adds', 'Pots')

  await expect.poll(asks).toBe(false)
})
