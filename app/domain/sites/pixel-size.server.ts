/** How large the pixel is as browsers load it: measured on the files that are served. */
import { readdir, readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress } from 'node:zlib'
import { projectFile } from '#app/lib/project.server.ts'

/** Bytes after brotli compression. */
export type PixelSize = {
  /** What every page loads. */
  core: number
  /** With what draws a popup. */
  popup: number
  /** All that a visitor may ever load. */
  everything: number
}

let known: { stamp: string; size: Promise<PixelSize | null> } | null = null

/** Null when the pixel is not built. Measured once for each build. */
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
  const popup = core + (await sizeOf('showing'))
  return { core, popup, everything: popup + (await sizeOf('more')) + (await sizeOf('facts')) }
}
