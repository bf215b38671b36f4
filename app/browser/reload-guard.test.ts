import { expect, test } from 'vitest'
import { mayReload } from './reload-guard.ts'

function createPage() {
  const kept = new Map<string, string>()
  let at = 1_000_000
  const storage = {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
  }
  return {
    reload: (path: string) => mayReload(path, { storage, now: () => at }),
    advance: (millis: number) => {
      at += millis
    },
  }
}

test('a path is reloaded once, and again when ten seconds are over', () => {
  const { reload, advance } = createPage()

  expect(reload('/goals')).toBe(true)
  advance(9_999)
  expect(reload('/goals')).toBe(false)
  advance(1)
  expect(reload('/goals')).toBe(true)
})

test('each path has a separate reload', () => {
  const { reload } = createPage()

  expect([reload('/goals'), reload('/statistics'), reload('/statistics')]).toEqual([
    true,
    true,
    false,
  ])
})

test('a clock that was set back locks nothing for longer', () => {
  const { reload, advance } = createPage()
  reload('/goals')

  advance(-60_000)

  expect(reload('/goals')).toBe(true)
})

test.each(['{', 'null', '[]', '"x"'])('a broken note %s never stops the page', (note) => {
  const storage = { getItem: () => note, setItem: () => undefined }

  expect(() => mayReload('/goals', { storage, now: () => 1 })).not.toThrow()
})

test('without a place to note it nothing is reloaded', () => {
  const storage = {
    getItem: () => null,
    setItem: () => {
      throw new DOMException('full', 'QuotaExceededError')
    },
  }

  expect(mayReload('/goals', { storage, now: () => 1 })).toBe(false)
})
