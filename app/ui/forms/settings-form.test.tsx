// @vitest-environment happy-dom
import { RemixBrowser } from '@remix-run/react'
import { useEffect, useState, type ComponentProps } from 'react'
import { createRoot } from 'react-dom/client'
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { noErrors } from '#app/lib/errors.ts'
import type { FormResponse } from '#app/lib/web/form-response.ts'
import { StandaloneHost } from '#app/platforms/standalone/host.tsx'
import { Design } from '../design.tsx'
import { SelectInput, TextInput } from './fields.tsx'
import type { Saved } from './form-fetcher.ts'
import { useNotifyForm } from './notify-form.ts'
import { SettingsForm } from './settings-form.tsx'

type Answer = FormResponse | Saved

/** React works for 5 ms at a stretch, then the browser handles events that arrived in between. */
const longerThanASlice = 10

/** A clock that each render of the form uses up, and the server's answer, which then arrives. */
const slow = { clock: 0, respond: (): void => undefined }

const SlowField = () => {
  useEffect(() => {
    slow.clock += longerThanASlice
    slow.respond()
  })
  return null
}

/** A field that only a script changes. */
function HiddenField() {
  const [count, setCount] = useState(0)
  const part = useNotifyForm<HTMLDivElement>(count)
  return (
    <div ref={part}>
      <input type="hidden" name="rows" value={count} />
      <button
        type="button"
        name="add-row"
        onClick={() => {
          setCount(count + 1)
        }}
      />
    </div>
  )
}

/** Properties that the page gives its form. */
let shown: Pick<ComponentProps<typeof SettingsForm>, 'draft'> = {}

const Page = () => (
  <Design Host={StandaloneHost}>
    <SettingsForm {...shown}>
      {(answer) => (
        <>
          <TextInput name="name" label="Name" autoComplete="off" initial="Pots" answer={answer} />
          <SelectInput
            name="size"
            label="Size"
            options={['s', 'm', 'l'].map((value) => ({ value, label: value }))}
            initial="s"
            answer={answer}
          />
          <HiddenField />
          <SlowField />
        </>
      )}
    </SettingsForm>
  </Design>
)

let nextAnswer: Answer

/** Responds while React is between the first render of "saving" and the updates that it caused. */
const clientAction = () =>
  new Promise<Answer>((resolve) => {
    slow.respond = () => {
      resolve(nextAnswer)
    }
  })

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

async function openForm() {
  vi.spyOn(performance, 'now').mockImplementation(() => slow.clock)
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  root.render(<RemixBrowser />)
  onTestFinished(() => {
    slow.respond = () => undefined
    root.unmount()
    place.remove()
    shown = {}
  })
  await expect.poll(() => place.querySelector('form')).not.toBeNull()
  const status = () => place.querySelector('.save-bar [role=status]')?.textContent

  return {
    place,
    status,
    toasts: () => [...place.querySelectorAll('.toast__text')].map((toast) => toast.textContent),
    focused: () => document.activeElement?.getAttribute('name'),
    save: async (name: string, answer: Answer) => {
      nextAnswer = answer
      const field = place.querySelector<HTMLInputElement>('[name=name]')
      // The setter of the element itself is React's, and would hide the change from it.
      Reflect.set(HTMLInputElement.prototype, 'value', name, field)
      field?.dispatchEvent(new Event('input', { bubbles: true }))
      await expect.poll(status).toBe('Unsaved changes')
      place.querySelector<HTMLElement>('[type=submit]')?.click()
    },
  }
}

test('a form is shown as saved although the answer arrives between two renders', async () => {
  const form = await openForm()

  await form.save('Kettles', { saved: 'Settings saved' })

  await expect.poll(form.toasts).toEqual(['Settings saved'])
  await expect.poll(form.status).toBe('')
})

test('the first error gets the focus although the answer arrives between two renders', async () => {
  const form = await openForm()

  await form.save('?', { errors: { name: ['Enter a name.'] }, message: null, values: {} })

  await expect.poll(form.focused).toBe('name')
  expect(form.status()).toBe('Unsaved changes')
})

test('a fault is shown although the answer arrives between two renders', async () => {
  const form = await openForm()
  const fault = { fault: 'No connection.', login: null }

  await form.save('Kettles', { errors: noErrors, message: null, values: {}, ...fault })

  await expect.poll(form.toasts).toEqual(['No connection.'])
})

test('a choice by key stays: the browser reports it twice, and React renders in between', async () => {
  const { place, status } = await openForm()
  const field = place.querySelector<HTMLSelectElement>('[name=size]')
  const choose = async (value: string) => {
    Reflect.set(HTMLSelectElement.prototype, 'value', value, field)
    for (const type of ['input', 'change']) {
      field?.dispatchEvent(new Event(type, { bubbles: true }))
      await new Promise(setImmediate)
    }
  }

  await choose('m')
  await expect.poll(status).toBe('Unsaved changes')
  expect(field?.value).toBe('m')
  await choose('l')
  expect(field?.value).toBe('l')
})

test('a field that a script changed is an unsaved change', async () => {
  const { place, status } = await openForm()

  place.querySelector<HTMLElement>('[name=add-row]')?.click()

  await expect.poll(status).toBe('Unsaved changes')
})

const buttonsOf = (place: HTMLElement) =>
  [...place.querySelectorAll('.save-bar button')].map((button) => button.textContent)

test('changes that apply once they are saved say so', async () => {
  const { place, status } = await openForm()

  place.querySelector<HTMLElement>('[name=add-row]')?.click()
  await expect.poll(status).toBe('Unsaved changes')

  expect(buttonsOf(place)).toEqual(['Discard', 'Save'])
  expect(place.querySelector('.save-bar')?.textContent).toContain('They apply as soon as you save.')
})

test('changes of a draft are published by the main button, and Enter saves the draft', async () => {
  const published = vi.fn<() => void>()
  shown = { draft: { main: { label: 'Publish 3 changes', isBusy: false, onAct: published } } }
  const { place, status } = await openForm()
  expect(buttonsOf(place)).toEqual(['Save draft'])

  place.querySelector<HTMLElement>('[name=add-row]')?.click()
  await expect.poll(status).toBe('Unsaved changes')
  expect(buttonsOf(place)).toEqual(['Publish 3 changes', 'Save draft', 'Discard'])
  expect(place.querySelector('.save-bar')?.textContent).not.toContain('as soon as you save')
  // Enter presses the first button that submits.
  expect(place.querySelector('.save-bar [type=submit]')?.textContent).toBe('Save draft')
  place.querySelector<HTMLElement>('.save-bar button')?.click()

  expect(published).toHaveBeenCalledOnce()
})
