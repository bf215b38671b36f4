// @vitest-environment happy-dom
import { RemixBrowser } from '@remix-run/react'
import { useState } from 'react'
import { createRoot } from 'react-dom/client'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { StandaloneHost } from '#app/platforms/standalone/host.tsx'
import { Design } from '#app/ui/design.tsx'
import { TextInput } from '#app/ui/forms/fields.tsx'
import { SettingsForm } from '#app/ui/forms/settings-form.tsx'
import { CampaignStatus } from './campaign-status.tsx'

/** A draft's state above its form, as on the campaign's screen. */
function Page() {
  const [isDirty, setIsDirty] = useState(false)
  return (
    <Design Host={StandaloneHost}>
      <CampaignStatus
        {...{ isDirty, state: 'draft', sendAt: null, waiting: 0, name: 'March', mayEdit: true }}
        audience={{ subscribers: 3, holdout: 0 }}
      />
      <SettingsForm draft={{}} onDirty={setIsDirty}>
        {(answer) => (
          <TextInput name="body" label="Text" autoComplete="off" initial="Potz" answer={answer} />
        )}
      </SettingsForm>
    </Design>
  )
}

// The context that a server writes into the page for Remix.
beforeAll(() => {
  const root = { id: 'root', path: '', module: '', hasAction: true, hasClientAction: true }
  const future = { v3_fetcherPersist: true, v3_relativeSplatPath: true }
  const clientAction = () => ({ saved: 'Draft saved' })
  Object.assign(window, {
    __remixContext: { future, state: { loaderData: {} } },
    __remixManifest: { routes: { root }, version: '' },
    __remixRouteModules: { root: { default: Page, clientAction } },
  })
})

async function openPage() {
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  root.render(<RemixBrowser />)
  onTestFinished(() => {
    root.unmount()
    place.remove()
  })
  await expect.poll(() => place.querySelector('form [name=body]')).not.toBeNull()
  const button = (label: string) =>
    [...place.querySelectorAll('button')].find(({ textContent }) => textContent === label)
  return {
    place,
    press: (label: string) => button(label)?.click(),
    maySend: () => button('Send campaign')?.getAttribute('aria-disabled') !== 'true',
    type: (text: string) => {
      const field = place.querySelector<HTMLInputElement>('[name=body]')
      // The setter of the element itself is React's, and would hide the change from it.
      Reflect.set(HTMLInputElement.prototype, 'value', text, field)
      field?.dispatchEvent(new Event('input', { bubbles: true }))
    },
  }
}

test('a campaign with unsaved changes is sent once they are saved', async () => {
  const { place, press, maySend, type } = await openPage()
  const sentence = 'Save the draft first to send your changes.'
  expect(maySend()).toBe(true)

  type('Pots')
  await expect.poll(maySend).toBe(false)
  expect(place.textContent).toContain(sentence)
  press('Send campaign')
  expect(place.querySelector('dialog[open]')).toBeNull()
  press('Save draft')

  await expect.poll(maySend).toBe(true)
  expect(place.textContent).not.toContain(sentence)
})
