/** Prints how large the built pixel is and fails above the budget (performance.md P7). */
import { readFileSync } from 'node:fs'
import { brotliCompressSync, gzipSync } from 'node:zlib'

const mostBrotliBytes = 4500

const script = readFileSync(new URL('../build/pixel/pixel.library.js', import.meta.url))
const brotli = brotliCompressSync(script).length

process.stdout.write(
  `pixel.library.js: ${script.length} bytes, gzip ${gzipSync(script, { level: 9 }).length}, brotli ${brotli} (at most ${mostBrotliBytes})\n`,
)
if (brotli > mostBrotliBytes) {
  process.stderr.write(`The pixel is ${brotli - mostBrotliBytes} bytes over its budget.\n`)
  process.exitCode = 1
}
