// @vitest-environment happy-dom
import { RemixBrowser } from '@remix-run/react'
import { useEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { StandaloneHost } from '#app/platforms/standalone/host.tsx'
import { Design } from '../design.tsx'
import { TextInput } from './fields.tsx'
import type { Saved } from './form-fetcher.ts'
import { useNotifyForm } from './notify-form.ts'
import { SettingsForm } from './settings-form.tsx'

/** A town that the server writes in another way, and that the page shows as it was stored. */
let storeTown: (town: string) => void = () => undefined

function Town() {
  const [town, setTown] = useState('utrecht')
  useEffect(() => {
    storeTown = setTown
  }, [])
  return <input key={town} name="town" defaultValue={town} />
}

/** A field without events of its own, which a button changes. */
function Color() {
  const [color, setColor] = useState('red')
  return (
    <span ref={useNotifyForm<HTMLSpanElement>(color)}>
      <input type="hidden" name="color" value={color} />
      <button
        type="button"
        name="blue"
        onClick={() => {
          setColor('blue')
        }}
      />
    </span>
  )
}

const Page = () => (
  <Design Host={StandaloneHost}>
    <SettingsForm>
      {(answer) => (
        <>
          <TextInput name="name" label="Name" autoComplete="off" initial="Pots" answer={answer} />
          <Town />
          <Color />
        </>
      )}
    </SettingsForm>
  </Design>
)

let respond: (answer: Saved) => void = () => undefined
const clientAction = () =>
  new Promise<Saved>((resolve) => {
    respond = resolve
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
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  root.render(<RemixBrowser />)
  onTestFinished(() => {
    root.unmount()
    place.remove()
  })
  await expect.poll(() => place.querySelector('form')).not.toBeNull()
  const status = () => place.querySelector('.save-bar [role=status]')?.textContent
  const type = (name: string, value: string) => {
    const field = place.querySelector<HTMLInputElement>(`[name=${name}]`)
    // The setter of the element itself is React's, and would hide the change from it.
    Reflect.set(HTMLInputElement.prototype, 'value', value, field)
    for (const event of ['input', 'change'])
      field?.dispatchEvent(new Event(event, { bubbles: true }))
  }
  return {
    status,
    type,
    async send(name: string) {
      respond = () => undefined
      const before = respond
      type('name', name)
      await expect.poll(status).toBe('Unsaved changes')
      place.querySelector<HTMLElement>('[type=submit]')?.click()
      await expect.poll(() => respond === before).toBe(false)
    },
    press(name: string) {
      const button = place.querySelector<HTMLElement>(`button[name=${name}]`)
      button?.dispatchEvent(new Event('pointerdown', { bubbles: true }))
      button?.click()
    },
    toasts: () => place.querySelectorAll('.toast__text').length,
  }
}

test('text that was typed while the form was being saved isn’t saved', async () => {
  const form = await openForm()
  await form.send('Kettles')
  form.type('name', 'Kettles and pans')

  respond({ saved: 'Saved' })

  await expect.poll(form.toasts).toBeGreaterThan(0)
  expect(form.status()).toBe('Unsaved changes')
  // The name that was sent is saved.
  form.type('name', 'Kettles')
  await expect.poll(form.status).toBe('')
})

test('a value that the server wrote in another way is saved', async () => {
  const form = await openForm()
  await form.send('Kettles')

  storeTown('Utrecht')
  respond({ saved: 'Saved' })

  await expect.poll(form.toasts).toBeGreaterThan(0)
  await expect.poll(form.status).toBe('')
})

test('beside such a value, only what was typed meanwhile is unsaved', async () => {
  const form = await openForm()
  await form.send('Kettles')
  form.type('name', 'Pans')

  storeTown('Utrecht')
  respond({ saved: 'Saved' })

  await expect.poll(form.toasts).toBeGreaterThan(0)
  expect(form.status()).toBe('Unsaved changes')
  form.type('name', 'Kettles')
  await expect.poll(form.status).toBe('')
})

test('a color that was changed by a button while the form was being saved isn’t saved', async () => {
  const form = await openForm()
  await form.send('Kettles')
  form.press('blue')

  respond({ saved: 'Saved' })

  await expect.poll(form.toasts).toBeGreaterThan(0)
  expect(form.status()).toBe('Unsaved changes')
})
