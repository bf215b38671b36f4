import { expect, test } from 'vitest'
import { createPixelVersions } from './pixel-versions.ts'

test('counts requests by version, the most requested first', () => {
  const versions = createPixelVersions()
  versions.count('2-old', false)
  versions.count('2-new', true)
  versions.count('2-new', true)

  expect(versions.read()).toEqual([
    { version: '2-new', isCurrent: true, requests: 2 },
    { version: '2-old', isCurrent: false, requests: 1 },
  ])
})

test('made-up versions take no memory, and the version of the build is counted in any case', () => {
  const versions = createPixelVersions()
  for (let place = 0; place < 1_000; place += 1) versions.count(`2-${String(place)}`, false)
  versions.count('2-new', true)

  const read = versions.read()
  expect(read).toHaveLength(22)
  expect(read).toContainEqual({ version: '2-new', isCurrent: true, requests: 1 })
  expect(read.at(-1)).toEqual({ version: null, isCurrent: false, requests: 980 })
})
