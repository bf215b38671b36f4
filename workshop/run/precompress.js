/** Compresses the built browser files once, so no request pays for it. */
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

const text = /\.(js|css|svg|json|map|txt)$/

/** @param {string} folder */
export function precompress(folder) {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const file = path.join(entry.parentPath, entry.name)
    if (!entry.isFile() || !text.test(entry.name) || statSync(file).size < 1024) continue
    const bytes = readFileSync(file)
    const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }
    writeFileSync(`${file}.br`, brotliCompressSync(bytes, quality))
    writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }))
  }
}
