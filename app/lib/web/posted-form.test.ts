import { expect, test } from 'vitest'
import { formMarksOf, isSentBy } from './posted-form.ts'

test('the marks of a form are its hidden fields, never what someone typed', () => {
  const form = new FormData()
  for (const [name, value] of [
    ['intent', 'rename'],
    ['uuid', 'a1'],
    ['name', 'Ann'],
    ['password', 'correct horse'],
    ['code', '123456'],
  ] as const) {
    form.append(name, value)
  }

  expect(formMarksOf(form)).toEqual({ intent: 'rename', uuid: 'a1' })
})

test.each([
  [{ intent: 'rename' }, { intent: 'rename' }, true],
  [{ intent: 'rename' }, { intent: 'delete' }, false],
  [{ intent: 'end', id: '4' }, { intent: 'end', id: '4' }, true],
  [{ intent: 'end', id: '4' }, { intent: 'end', id: '5' }, false],
  // Other hidden fields, and what a button adds.
  [{ intent: 'test' }, { intent: 'test', operation: '7' }, true],
  [{ intent: 'remove', member: '5' }, { member: '5' }, true],
  [{ intent: 'remove', member: '5' }, { member: '6' }, false],
  // The only form of a screen.
  [{}, {}, true],
  [{}, { lastActId: '7' }, true],
  [{ intent: 'rename' }, {}, false],
  [{}, { intent: 'rename' }, false],
])('the form %o was sent by the one with the hidden fields %o: %s', (posted, hidden, isSent) => {
  expect(isSentBy(posted as Record<string, string>, hidden as Record<string, string>)).toBe(isSent)
})
