import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { createLibrary, libraryHead } from './library.server.ts'

const name = /^pixel\.library\.js$/

function makeFile() {
  const folder = mkdtempSync(path.join(tmpdir(), 'footfall-library-'))
  onTestFinished(() => {
    rmSync(folder, { recursive: true })
  })
  return { folder, file: path.join(folder, 'pixel.library.js') }
}

test('the built pixel is ready in every coding', async () => {
  const { folder, file } = makeFile()
  const text = 'void 0;'.repeat(100)
  writeFileSync(file, text)

  const ready = await createLibrary({ folder, name, isWatched: false })()

  expect(ready?.text.identity?.toString()).toBe(text)
  expect(brotliDecompressSync(Buffer.from(ready?.text.brotli ?? '', 'latin1')).toString()).toBe(
    text,
  )
  expect(gunzipSync(Buffer.from(ready?.text.gzip ?? '', 'latin1')).toString()).toBe(text)
  expect(libraryHead.whole.list).toEqual(
    expect.arrayContaining([
      'text/javascript; charset=utf-8',
      'public, max-age=300, stale-while-revalidate=86400',
      'cross-origin',
    ]),
  )
})

test('a pixel that is not built yet is found as soon as it is', async () => {
  const { folder, file } = makeFile()
  const library = createLibrary({ folder, name, isWatched: false })

  const before = await library()
  writeFileSync(file, 'void 0')
  const after = await library()

  expect(before).toBeNull()
  expect(after).not.toBeNull()
})

test('a folder that cannot be read is an error instead of a missing pixel, until it can be', async () => {
  const { file: parts } = makeFile()
  writeFileSync(parts, 'a file where the folder belongs')
  const library = createLibrary({ folder: parts, name, isWatched: false })

  await expect(library()).rejects.toThrow('ENOTDIR')
  rmSync(parts)
  mkdirSync(parts)
  writeFileSync(path.join(parts, path.basename(parts)), 'void 0')

  expect(await library()).not.toBeNull()
})

test('in development a changed file is read again, in production it is not', async () => {
  const { folder, file } = makeFile()
  writeFileSync(file, 'first')
  const watched = createLibrary({ folder, name, isWatched: true })
  const kept = createLibrary({ folder, name, isWatched: false })
  const tagBefore = [(await watched())?.text.etag, (await kept())?.text.etag]

  writeFileSync(file, 'second')
  utimesSync(file, new Date(), new Date(Date.now() + 5_000))

  await expect.poll(async () => (await watched())?.text.identity).toBe('second')
  expect((await watched())?.text.etag).not.toBe(tagBefore[0])
  expect((await kept())?.text.etag).toBe(tagBefore[1])
})

test('a script that carries its hash in its name is found by what comes before it', async () => {
  const { folder } = makeFile()
  writeFileSync(path.join(folder, 'pixel.library.js'), 'core')
  writeFileSync(path.join(folder, 'pixel.showing.0123456789ab.js'), 'showing')

  const ready = await createLibrary({ folder, name: /^pixel\.showing\./, isWatched: false })()

  expect(ready).toMatchObject({
    name: 'pixel.showing.0123456789ab.js',
    text: { identity: 'showing' },
  })
})
