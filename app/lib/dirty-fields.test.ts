// @vitest-environment happy-dom
import { expect, onTestFinished, test } from 'vitest'
import { watchDirtyFields } from './dirty-fields.ts'

function createPage(html: string) {
  document.body.innerHTML = html
  const watch = watchDirtyFields(document)
  onTestFinished(watch.end)
  const field = document.querySelector<HTMLInputElement>('[name]')
  if (!field) throw new Error('The page has no field.')
  const type = (value: string) => {
    field.value = value
    field.dispatchEvent(new Event('input', { bubbles: true }))
  }
  return { ...watch, field, type }
}

test('a page is untouched until someone types, regardless of the values from the server', () => {
  const { isDirty, type } = createPage('<input name="name" value="Ann">')
  expect(isDirty()).toBe(false)

  type('Ann L')

  expect(isDirty()).toBe(true)
})

test('a field that is empty again, or removed, holds nothing', () => {
  const { isDirty, type, field } = createPage('<textarea name="message"></textarea>')
  type('Hello')
  type('')
  expect(isDirty()).toBe(false)

  type('Hello')
  field.remove()

  expect(isDirty()).toBe(false)
})

test('a box that was ticked counts, and one that was unticked too', () => {
  const { isDirty, field } = createPage('<input type="checkbox" name="terms" checked>')

  field.checked = false
  field.dispatchEvent(new Event('input', { bubbles: true }))

  expect(isDirty()).toBe(true)
})
