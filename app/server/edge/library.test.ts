import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { createLibrary, libraryHead } from './library.server.ts'

function makeFile() {
  const folder = mkdtempSync(path.join(tmpdir(), 'footfall-library-'))
  onTestFinished(() => {
    rmSync(folder, { recursive: true })
  })
  return path.join(folder, 'pixel.library.js')
}

test('the built pixel is ready in every coding', async () => {
  const file = makeFile()
  const text = 'void 0;'.repeat(100)
  writeFileSync(file, text)

  const ready = await createLibrary({ file, isWatched: false })()

  expect(ready?.identity?.toString()).toBe(text)
  expect(brotliDecompressSync(Buffer.from(ready?.brotli ?? '', 'latin1')).toString()).toBe(text)
  expect(gunzipSync(Buffer.from(ready?.gzip ?? '', 'latin1')).toString()).toBe(text)
  expect(libraryHead.whole).toEqual(
    expect.arrayContaining([
      'text/javascript; charset=utf-8',
      'public, max-age=300, stale-while-revalidate=86400',
      'cross-origin',
    ]),
  )
})

test('a pixel that is not built yet is found as soon as it is', async () => {
  const file = makeFile()
  const library = createLibrary({ file, isWatched: false })

  const before = await library()
  writeFileSync(file, 'void 0')
  const after = await library()

  expect(before).toBeNull()
  expect(after).not.toBeNull()
})

test('in development a changed file is read again, in production it is not', async () => {
  const file = makeFile()
  writeFileSync(file, 'first')
  const watched = createLibrary({ file, isWatched: true })
  const kept = createLibrary({ file, isWatched: false })
  const tagBefore = [(await watched())?.etag, (await kept())?.etag]

  writeFileSync(file, 'second')
  utimesSync(file, new Date(), new Date(Date.now() + 5_000))

  await expect.poll(async () => (await watched())?.identity?.toString()).toBe('second')
  expect((await watched())?.etag).not.toBe(tagBefore[0])
  expect((await kept())?.etag).toBe(tagBefore[1])
})
