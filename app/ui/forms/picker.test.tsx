// @vitest-environment happy-dom
import { AppProvider } from '@shopify/polaris'
import translations from '@shopify/polaris/locales/en.json'
import { createRoot } from 'react-dom/client'
import { expect, onTestFinished, test } from 'vitest'
import { PickerInput } from './picker.tsx'

type Given = Partial<Parameters<typeof PickerInput>[0]>

const Page = (given: Given) => (
  <AppProvider i18n={translations}>
    <form>
      <PickerInput name="to" label="Country" of="country" answer={undefined} {...given} />
    </form>
  </AppProvider>
)

async function openPicker(given: Given) {
  const place = document.createElement('div')
  document.body.append(place)
  const root = createRoot(place)
  onTestFinished(() => {
    root.unmount()
    place.remove()
  })
  root.render(<Page {...given} />)
  const field = () => document.querySelector<HTMLInputElement>('[role=combobox]')
  await expect.poll(field).not.toBeNull()
  return {
    shown: () => field()?.value,
    sent: () => {
      const form = document.querySelector('form')
      return form && new FormData(form).get('to')
    },
    /** The option that Enter chooses. */
    active: () =>
      document.getElementById(field()?.getAttribute('aria-activedescendant') ?? '')?.textContent,
    tags: () => [...place.querySelectorAll('li')].map((tag) => tag.textContent.replace('×', '')),
    remove: (name: string) =>
      place.querySelector<HTMLElement>(`[aria-label="Remove ${name}"]`)?.click(),
    /** Whether the browser would do its default action for the key, for example send the form. */
    press: (key: string) =>
      field()?.dispatchEvent(
        new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }),
      ),
    isOpen: () => field()?.getAttribute('aria-expanded'),
    leave: () => field()?.blur(),
    type: (text: string) => {
      field()?.focus()
      // The setter of the element itself is React's, and would hide the change from it.
      Reflect.set(HTMLInputElement.prototype, 'value', text, field())
      field()?.dispatchEvent(new Event('input', { bubbles: true }))
    },
  }
}

test('a search by name and Enter choose one, which is sent as its code', async () => {
  const picker = await openPicker({ initial: 'NL' })
  expect(picker.shown()).toBe('Netherlands (NL)')

  picker.type('germ')
  await expect.poll(picker.active).toBe('Germany (DE)')
  picker.press('Enter')

  await expect.poll(picker.shown).toBe('Germany (DE)')
  expect(picker.sent()).toBe('DE')
})

test('a code that was typed in full counts without Enter, a half word does not', async () => {
  const picker = await openPicker({ initial: 'NL' })

  picker.type('be')
  picker.leave()
  await expect.poll(picker.sent).toBe('BE')

  picker.type('germ')
  picker.leave()
  await expect.poll(picker.shown).toBe('Belgium (BE)')
  expect(picker.sent()).toBe('BE')

  picker.type('')
  picker.leave()
  await expect.poll(picker.sent).toBe('')
})

test('several choices are removable tags, and an unknown code stays as it is', async () => {
  const picker = await openPicker({ initial: 'NL, ZZ', allowsMany: true })
  expect(picker.tags()).toEqual(['Netherlands (NL)', 'ZZ'])

  picker.type('belg')
  await expect.poll(picker.active).toBe('Belgium (BE)')
  picker.press('Enter')
  await expect.poll(picker.sent).toBe('NL, ZZ, BE')

  picker.remove('Netherlands (NL)')
  await expect.poll(picker.sent).toBe('ZZ, BE')
})

test('arrows walk through the list, Escape leaves everything as it was', async () => {
  const picker = await openPicker({ initial: 'NL' })
  expect(picker.press('Enter')).toBe(true)

  picker.press('ArrowDown')
  await expect.poll(picker.active).toBe('Netherlands (NL)')
  picker.press('ArrowDown')
  await expect.poll(picker.active).toBe('New Caledonia (NC)')
  picker.press('ArrowUp')
  await expect.poll(picker.active).toBe('Netherlands (NL)')
  picker.press('ArrowDown')
  picker.press('Escape')

  await expect.poll(picker.isOpen).toBe('false')
  expect(picker.shown()).toBe('Netherlands (NL)')
  expect(picker.sent()).toBe('NL')
})

test('Enter in an open list chooses and sends no form', async () => {
  const picker = await openPicker({ initial: '' })

  picker.type('belg')
  await expect.poll(picker.active).toBe('Belgium (BE)')

  expect(picker.press('Enter')).toBe(false)
  await expect.poll(picker.sent).toBe('BE')
  await expect.poll(picker.isOpen).toBe('false')
})
