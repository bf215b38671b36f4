/** Transfer size of the pixel, measured on the served files. */
import { readdir, readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress } from 'node:zlib'
import { projectFile } from '#app/lib/project.server.ts'

/** Bytes after brotli compression. */
export type PixelSize = {
  /** Loaded on every page. */
  core: number
  /** With everything for popups that need nothing special (`chooseScript`). */
  plainPopup: number
  /** With everything for any popup. */
  popup: number
  /** The most that a visitor may load, where the page reports facts before the rest is there. */
  everything: number
}

let known: { stamp: string; size: Promise<PixelSize | null> } | null = null

/** Null when the pixel isn't built. Measured once per build. */
export async function readPixelSize(): Promise<PixelSize | null> {
  const folder = projectFile('build/pixel')
  const files = await readdir(folder).catch(() => [])
  const core = files.find((name) => name === 'pixel.library.js')
  if (core === undefined) return null

  const { mtimeMs } = await stat(path.join(folder, core))
  const stamp = `${files.join()} ${String(mtimeMs)}`
  if (known?.stamp !== stamp) known = { stamp, size: measure(folder, files).catch(() => null) }
  return known.size
}

async function measure(folder: string, files: readonly string[]): Promise<PixelSize | null> {
  const sizeOf = async (part: string): Promise<number> => {
    const name = files.find((file) => file.startsWith(`pixel.${part}.`))
    if (name === undefined) throw new Error(`The pixel's part "${part}" is not built.`)
    return (await promisify(brotliCompress)(await readFile(path.join(folder, name)))).length
  }
  const core = await sizeOf('library')
  const plainPopup = core + (await sizeOf('plain'))
  const popup = core + (await sizeOf('showing'))
  const others = await Promise.all(['facts', 'showing-more', 'forms', 'speed'].map(sizeOf))
  const everything = others.reduce((sum, size) => sum + size, core)
  return { core, plainPopup, popup, everything }
}
