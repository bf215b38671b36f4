import { expect, test } from 'vitest'
import { brake, hasJustLeft, type Cause } from './brake.ts'

/** A tab that loads what it may, and how its browser keeps notes. */
function createTab(keeps: 'storage' | 'nothing' | 'less than it says') {
  const kept = new Map<string, string>()
  let at = 1_764_250_000_000
  let href = 'https://app.example/goals?shop=linen'
  const storage = {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem(name: string, value: string) {
      if (keeps !== 'storage') throw new DOMException('full', 'QuotaExceededError')
      kept.set(name, value)
    },
  }
  return {
    load: (wanted = href, cause: Cause = 'reloaded') => {
      const notes = { href, storage: keeps === 'nothing' ? null : storage, now: () => at }
      const address = brake(cause, wanted, notes)
      href = address ?? href
      return address !== null
    },
    advance: (millis: number) => {
      at += millis
    },
    href: () => href,
    now: () => at,
  }
}

const tabs = ['storage', 'nothing', 'less than it says'] as const

test.each(tabs)('a path loads again once, and again after ten seconds, with %s', (keeps) => {
  const { load, advance } = createTab(keeps)

  expect(load()).toBe(true)
  advance(9_999)
  expect(load()).toBe(false)
  advance(1)
  expect(load()).toBe(true)
  expect(load()).toBe(false)
})

test.each(tabs)('each path, and each cause, has a brake of its own, with %s', (keeps) => {
  const { load } = createTab(keeps)

  expect(load('/goals')).toBe(true)
  expect(load('/statistics')).toBe(true)
  expect(load('/statistics')).toBe(false)
  if (keeps === 'storage') expect(load('/goals')).toBe(false)
  expect(load('/statistics', 'left')).toBe(true)
  expect(load('/statistics?page=2', 'left')).toBe(false)
})

test.each(tabs)('a clock that was set back locks nothing for longer, with %s', (keeps) => {
  const { load, advance } = createTab(keeps)
  load()

  advance(-60_000)

  expect(load()).toBe(true)
})

test('a reload has its note in the address only where the browser keeps none', () => {
  const [kept, blocked] = [createTab('storage'), createTab('nothing')]
  const before = kept.href()

  kept.load()
  blocked.load()

  expect(kept.href()).toBe(before)
  expect(blocked.href()).toBe(`${before}&reloaded=${blocked.now().toString(36)}`)
})

test('the way out of the tab always has it, for the server to read', () => {
  const tab = createTab('storage')
  tab.load('/goals?page=2#list', 'left')

  expect(tab.href()).toBe(`https://app.example/goals?page=2&left=${tab.now().toString(36)}#list`)
  expect(hasJustLeft(new URL(tab.href()), tab.now() + 9_999)).toBe(true)
  expect(hasJustLeft(new URL(tab.href()), tab.now() + 10_000)).toBe(false)
  expect(hasJustLeft(new URL('https://app.example/goals'), tab.now())).toBe(false)
})

test.each(['{', 'null', '', '-1', 'NaN'])('a broken note %s stops nothing', (note) => {
  const storage = { getItem: () => note, setItem: () => undefined }

  const notes = { href: 'https://app.example/goals', storage, now: () => 1_764_250_000_000 }
  expect(brake('reloaded', '/goals', notes)).toBe('https://app.example/goals')
})

test.each(['', '-', 'zzzzzzzzzzzzzzzzzzzz', '%00', 'NaN'])(
  'the note %j of an address stops nothing',
  (note) => {
    const href = `https://app.example/goals?reloaded=${note}`
    const now = () => 1_764_250_000_000

    expect(brake('reloaded', '/goals', { href, storage: null, now })).not.toBeNull()
  },
)
