/** Keeps the built pixel ready to be sent. */
import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { createHead, type CodedText } from './coded-text.server.ts'

/** A new version reaches every page within five minutes, or at the visit after a day's absence. */
export const libraryHead = createHead({
  contentType: 'text/javascript; charset=utf-8',
  cacheControl: 'public, max-age=300, stale-while-revalidate=86400',
})

/** How often development looks whether the file changed. */
const lookMillis = 500

type Options = { file: string; isWatched: boolean }

/** Null when the pixel is not built. */
export function createLibrary({ file, isWatched }: Options): () => Promise<CodedText | null> {
  let loading: Promise<CodedText | null> | null = null
  let changedAt = 0
  let lookedAt = -Infinity

  async function hasChanged(): Promise<boolean> {
    if (performance.now() - lookedAt < lookMillis) return false
    lookedAt = performance.now()
    const before = changedAt
    changedAt = await stat(file).then(
      ({ mtimeMs }) => mtimeMs,
      () => 0,
    )
    return changedAt !== before
  }

  return async () => {
    if (!loading || (isWatched && (await hasChanged()))) loading = load(file)
    const library = await loading
    // What is missing now may be built in a moment.
    if (!library) loading = null
    return library
  }
}

async function load(file: string): Promise<CodedText | null> {
  let identity: Buffer
  try {
    identity = await readFile(file)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
  const [brotli, zipped] = await Promise.all([
    promisify(brotliCompress)(identity),
    promisify(gzip)(identity, { level: 9 }),
  ])
  return {
    etag: createHash('sha256').update(identity).digest('base64url').slice(0, 22),
    identity: identity.toString('latin1'),
    // What zlib takes when it is told nothing.
    brotliQuality: constants.BROTLI_DEFAULT_QUALITY,
    brotli: brotli.toString('latin1'),
    gzip: zipped.toString('latin1'),
  }
}
