import { expect, test } from 'vitest'
import { panelIn, panelOf } from './panels.tsx'

test.each([
  ['name', 'message'],
  ['content.message', 'message'],
  ['message.text', 'message'],
  ['query.ago', 'message'],
  ['query.persistentNudge', 'when'],
  ['query.rotateNudges', 'when'],
  ['query.skipSeenNudges', 'when'],
  ['query.countries', 'where'],
  ['look.color', 'look'],
  ['rules.pages.0.value', 'where'],
  ['rules.kinds', 'where'],
  ['rules.hours.from', 'when'],
  ['rules.from', 'when'],
  ['placement.selector', 'where'],
])('%s is on the panel %s', (field, panel) => {
  expect(panelOf(field)).toBe(panel)
})

test('a link to a panel is known from one that leads elsewhere', () => {
  expect(panelIn('/nudges/one?panel=where')).toBe('where')
  expect(panelIn('/nudges/one?panel=else')).toBeNull()
  expect(panelIn('/nudges/one')).toBeNull()
  expect(panelIn('/data-feeds?panel=where')).toBeNull()
})
