import { afterEach, expect, test } from 'vitest'
import { plain, writeJson } from './json.ts'

afterEach(() => {
  Reflect.deleteProperty(Object.prototype, 'toJSON')
})

test('an object is written as JSON writes it, on a page that changed how', () => {
  Object.defineProperty(Object.prototype, 'toJSON', { value: () => 'changed', configurable: true })

  expect(writeJson({ kept: 1, left: undefined })).toBe('{"kept":1}')
  expect(writeJson({ part: { ...plain, kept: 1 } })).toBe('{"part":{"kept":1}}')
  expect(writeJson({ part: { kept: 1 } })).toBe('{"part":"changed"}')
})

test('a getter is read when it is written', () => {
  let now = 1
  const event = {
    get visitor() {
      return now
    },
  }
  now = 2

  expect(writeJson(event)).toBe('{"visitor":2}')
})
