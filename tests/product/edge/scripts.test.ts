import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { borderVersion, joinedScripts, pixelParts } from '#app/contract/pixel-scripts.ts'
import { projectFile } from '#app/lib/project.server.ts'
import { serveEdge } from '../../support/pages.ts'
import { createWorld } from '../../support/world.ts'

const parts = [...pixelParts, ...joinedScripts]
const folder = projectFile('build/pixel')
const built = (part: string) =>
  readdirSync(folder).find((name) => name.startsWith(`pixel.${part}.`)) ?? ''

async function openEdge() {
  const { services } = await createWorld()
  const { baseUrl } = await serveEdge(services)
  return (name: string, init: RequestInit = {}) => fetch(`${baseUrl}/js/${name}`, init)
}

test('the core is requested again soon, so a new version reaches every page', async () => {
  const ask = await openEdge()

  const answer = await ask('pixel.library.js')

  expect(answer.status).toBe(200)
  expect(answer.headers.get('cache-control')).toBe(
    'public, max-age=300, stale-while-revalidate=86400',
  )
  const core = await answer.text()
  // One hash for all parts, so a page never mixes two versions.
  for (const part of parts) {
    const [, version = ''] = /\.(\d+-[0-9a-f]{8})\.js$/.exec(built(part)) ?? []
    expect(core).toContain(`.${version}.js`)
  }
})

test.each(parts)(
  'the script "%s" is kept for a year under the name that carries its hash',
  async (part) => {
    const ask = await openEdge()
    const name = built(part)

    const answer = await ask(name)

    expect(answer.status).toBe(200)
    expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(answer.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
    expect(answer.headers.get('access-control-allow-origin')).toBe('*')
    expect(await answer.text()).toBe(readFileSync(`${folder}/${name}`, 'utf8'))
  },
)

test.each(parts)(
  'a page with an older core gets the script "%s" of today, and keeps it for a minute',
  async (part) => {
    const ask = await openEdge()

    const answer = await ask(`pixel.${part}.${String(borderVersion)}-00000000.js`)

    expect(answer.status).toBe(200)
    expect(answer.headers.get('cache-control')).toBe('public, max-age=60')
    expect(await answer.text()).toBe(readFileSync(`${folder}/${built(part)}`, 'utf8'))
  },
)

test.each(['1-00000000', '9999-00000000'])(
  'a core whose parts are of the border %s gets one line that fetches the core again',
  async (version) => {
    const ask = await openEdge()

    const answer = await ask(`pixel.showing.${version}.js`)

    expect(answer.status).toBe(200)
    expect(answer.headers.get('cache-control')).toBe('public, max-age=60')
    expect(await answer.text()).toMatch(/^fetch\(.*pixel\.library\.js/)
  },
)

test.each([
  `pixel.more-showing.${String(borderVersion)}-00000000.js`,
  `pixel.other.${String(borderVersion)}-00000000.js`,
  'pixel.showing.000000000000.js',
  'pixel.showing.js',
  'pixel.showing.0.js',
  'pixel.',
])('%s is no script of ours', async (name) => {
  const ask = await openEdge()

  expect((await ask(name)).status).toBe(404)
})

test('a script is only read', async () => {
  const ask = await openEdge()

  expect((await ask(built('showing'), { method: 'HEAD' })).status).toBe(200)
  expect((await ask(built('showing'), { method: 'POST' })).status).toBe(405)
})

test.each(joinedScripts)('the script "%s" is its parts, one after the other', async (script) => {
  const ask = await openEdge()

  const text = await (await ask(built(script))).text()

  const read = (part: string) => readFileSync(`${folder}/${built(part)}`, 'utf8')
  expect(text).toBe(script.split('-').map(read).join(''))
})

test('requests show which versions of the pixel pages use', async () => {
  const { services } = await createWorld()
  const { baseUrl } = await serveEdge(services)
  const current = built('showing')
  const [, version = ''] = /\.(\d+-[0-9a-f]{8})\.js$/.exec(current) ?? []
  const older = `${String(borderVersion)}-00000000`

  const names = [current, current, `pixel.showing.${older}.js`, 'pixel.showing.1-00000000.js']
  for (const name of names) await (await fetch(`${baseUrl}/js/${name}`)).text()
  // The core has no version in its name, and pages need other parts than this one rarely.
  for (const name of ['pixel.library.js', built('facts')]) {
    await (await fetch(`${baseUrl}/js/${name}`)).text()
  }

  expect(services.pixelVersions.read()).toEqual([
    { version, isCurrent: true, requests: 2 },
    { version: older, isCurrent: false, requests: 1 },
    { version: '1-00000000', isCurrent: false, requests: 1 },
  ])
})
