// @vitest-environment happy-dom
import { expect, onTestFinished, test } from 'vitest'
import { watchTyping } from './typed-input.ts'

function createPage(html: string) {
  document.body.innerHTML = html
  const watch = watchTyping(document)
  onTestFinished(watch.end)
  const field = document.querySelector<HTMLInputElement>('[name]')
  if (!field) throw new Error('The page has no field.')
  const type = (value: string) => {
    field.value = value
    field.dispatchEvent(new Event('input', { bubbles: true }))
  }
  return { ...watch, field, type }
}

test('a page is untouched until somebody types, whatever the server filled in', () => {
  const { hasTyped, type } = createPage('<input name="name" value="Ann">')
  expect(hasTyped()).toBe(false)

  type('Ann L')

  expect(hasTyped()).toBe(true)
})

test('a field that is empty again, or gone, holds nothing', () => {
  const { hasTyped, type, field } = createPage('<textarea name="message"></textarea>')
  type('Hello')
  type('')
  expect(hasTyped()).toBe(false)

  type('Hello')
  field.remove()

  expect(hasTyped()).toBe(false)
})

test('a box that was ticked counts, and one that was unticked too', () => {
  const { hasTyped, field } = createPage('<input type="checkbox" name="terms" checked>')

  field.checked = false
  field.dispatchEvent(new Event('input', { bubbles: true }))

  expect(hasTyped()).toBe(true)
})
