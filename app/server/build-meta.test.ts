/** build-meta and latest-build let a page notice that the server runs a newer build. */
import { expect, test } from 'vitest'
import { buildAnswers } from './build-meta.server.ts'

const build = { id: 'abc123', timestamp: 1_700_000_000_000 }
const answers = buildAnswers(build)

test('the latest build is never cached, a build’s own meta always', async () => {
  const latest = await answers.request('/builds/latest.json')
  const meta = await answers.request('/builds/meta/abc123.json')

  expect(await latest.json()).toEqual(build)
  expect(latest.headers.get('cache-control')).toBe('no-store')
  expect(await meta.json()).toEqual(build)
  expect(meta.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
})

test('nothing is said about a build that does not run here', async () => {
  expect((await answers.request('/builds/meta/other.json')).status).toBe(404)
})
