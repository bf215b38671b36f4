/** Keeps the built pixel scripts in memory. */
import { createHash } from 'node:crypto'
import { readdir, readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { borderVersion, joinedScripts, pixelParts } from '#app/contract/pixel-scripts.ts'
import { Refusal } from '#app/lib/errors.ts'
import type { PixelVersions } from '#app/lib/web/pixel-versions.ts'
import { createBodyHeaders, type EncodedBody, type BodyHeaders } from './encoded-body.server.ts'

const libraryName = 'pixel.library.js'

const hashed = [...joinedScripts, ...pixelParts]

/** The core has a fixed name; the names of its parts contain the border's version and their hash. */
export const scriptPath = new RegExp(
  `^/js/(pixel\\.(?:library|(?:${hashed.join('|')})\\.\\d{1,4}-[0-9a-f]{8})\\.js)$`,
)

/** A page that may show something needs one of them. */
const showsNudges = /^(?:showing|plain)\b/

const contentType = 'text/javascript; charset=utf-8'

/** A new version reaches every page within five minutes, or on the next visit after a day. */
export const libraryHead = createBodyHeaders({
  contentType,
  cacheControl: 'public, max-age=300, stale-while-revalidate=86400',
})

/** A script requested by its hash never changes. */
const partHead = createBodyHeaders({
  contentType,
  cacheControl: 'public, max-age=31536000, immutable',
})

/**
 * For a request with an outdated hash. A page can cache the core for up to a day, and the parts
 * that this core names don't exist after an update. It gets the current part instead, when both have
 * the same border (app/contract/pixel-scripts.ts). With a 404 such pages would show nothing for a
 * day. Cached for a minute only: while several servers update one after another, the current part may
 * be the older one.
 */
const substituteHead = createBodyHeaders({ contentType, cacheControl: 'public, max-age=60' })

/**
 * Instead of a part whose border is another one than the core's: fetches the core past the browser's
 * cache, so that the next page has the one that fits. This page shows nothing.
 */
export const refreshCore =
  "fetch(document.currentScript.src.replace(/[^/]*$/,'pixel.library.js'),{cache:'reload',mode:'no-cors'}).catch(()=>0)"

/** How often development checks whether the file changed. */
const lookMillis = 500

type ScriptsOptions = { isWatched: boolean; versions: PixelVersions }

/**
 * Responds to the paths that `scriptPath` matches. @throws Refusal when the scripts aren't built
 */
export function createScripts(folder: string, { isWatched, versions }: ScriptsOptions) {
  const scripts = new Map(
    ['library', ...hashed].map((part) => {
      const name = new RegExp(`^pixel\\.${part}\\.`)
      return [part, createLibrary({ folder, name, isWatched })]
    }),
  )

  let refresh: Promise<EncodedBody> | null = null

  return async (name: string): Promise<{ text: EncodedBody; head: BodyHeaders }> => {
    const [, part = '', version = ''] = name.split('.')
    const count = (isCurrent: boolean) => {
      if (showsNudges.test(part)) versions.count(version, isCurrent)
    }
    if (name !== libraryName && !name.includes(`.${String(borderVersion)}-`)) {
      count(false)
      refresh ??= encode(Buffer.from(refreshCore))
      return { text: await refresh, head: substituteHead }
    }
    const ready = await scripts.get(part)?.()
    if (!ready) throw new Refusal('unavailable', 'The pixel is not built. Run "npm run build".')
    count(ready.name === name)

    const head = name === libraryName ? libraryHead : partHead
    return { text: ready.text, head: ready.name === name ? head : substituteHead }
  }
}

export type Script = { name: string; text: EncodedBody }

type Options = {
  folder: string
  /** Matches the file's name. */
  name: RegExp
  isWatched: boolean
}

/** Null when the pixel isn't built. */
export function createLibrary({ folder, name, isWatched }: Options): () => Promise<Script | null> {
  let loading: Promise<Script | null> | null = null
  let changedAt = 0
  let lookedAt = -Infinity

  async function find(): Promise<string | undefined> {
    const files = await readdir(folder).catch((error: unknown) => {
      if (isMissing(error)) return []
      throw error
    })
    return files.find((file) => name.test(file))
  }

  async function hasChanged(): Promise<boolean> {
    if (performance.now() - lookedAt < lookMillis) return false
    lookedAt = performance.now()
    const before = changedAt
    changedAt = await stat(path.join(folder, (await find()) ?? '')).then(
      ({ mtimeMs }) => mtimeMs,
      () => 0,
    )
    return changedAt !== before
  }

  async function loadFound(): Promise<Script | null> {
    const file = await find()
    const text = file === undefined ? null : await load(path.join(folder, file))
    return file !== undefined && text ? { name: file, text } : null
  }

  return async () => {
    if (!loading || (isWatched && (await hasChanged()))) loading = loadFound()
    try {
      const library = await loading
      // A missing file may be built in a moment.
      if (!library) loading = null
      return library
    } catch (error) {
      loading = null
      throw error
    }
  }
}

async function load(file: string): Promise<EncodedBody | null> {
  try {
    return await encode(await readFile(file))
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}

async function encode(identity: Buffer): Promise<EncodedBody> {
  const [brotli, zipped] = await Promise.all([
    promisify(brotliCompress)(identity),
    promisify(gzip)(identity, { level: 9 }),
  ])
  return {
    etag: createHash('sha256').update(identity).digest('base64url').slice(0, 22),
    identity: identity.toString('latin1'),
    // zlib's default.
    brotliQuality: constants.BROTLI_DEFAULT_QUALITY,
    brotli: brotli.toString('latin1'),
    gzip: zipped.toString('latin1'),
  }
}

/** Any other error, a wrong permission for one, is a fault. */
const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT'
