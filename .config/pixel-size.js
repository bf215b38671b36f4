/**
 * Prints how large the built scripts of the pixel are, as a browser loads them, and fails above the
 * budget (performance.md P7).
 */
import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { brotliCompressSync } from 'node:zlib'

const folder = new URL('../build/pixel/', import.meta.url)

/** @param {RegExp} name */
function measure(name) {
  const file = readdirSync(folder).find((entry) => name.test(entry))
  if (!file) throw new Error(`${name} is not built. Run "npm run build".`)
  const script = readFileSync(new URL(file, folder))
  return { file, raw: script.length, brotli: brotliCompressSync(script).length }
}

/** What a server says of a site with twelve nudges of one purchase each; ids don't compress. */
const payload = brotliCompressSync(
  JSON.stringify({
    version: 1,
    options: {
      timings: { show: 5000, wait: 1000, initial: 0 },
      offset: { vertical: 20, horizontal: 20 },
      position: 'bottom-left',
      mobilePosition: 'bottom-right',
      animation: 'slide-in',
      maxNudges: 1,
      limitNudges: true,
      theme: 'light',
      color: '#0b6e4f',
      direction: 'ltr',
    },
    nudges: Array.from({ length: 12 }, (_none, index) => ({
      id: randomUUID(),
      type: 'purchase',
      surface: 'popup',
      items: [
        {
          claim: randomUUID(),
          title: `Mia from ${['Lyon', 'Ghent', 'Turin'][index % 3]}`,
          text: `bought ${['Linen shirt', 'Wool socks', 'Oak tray', 'Tea cup'][index % 4]}`,
          at: 1_790_000_000 + index * 3571,
          url: `https://shop.example/products/item-${index}`,
        },
      ],
      why: ['One order in this shop. The name was given by the buyer.'],
    })),
    phrases: { close: 'Close', region: 'Recent activity', ago: [] },
  }),
).length

const core = measure(/^pixel\.library\.js$/)
const showing = measure(/^pixel\.showing\..*\.js$/)
const facts = measure(/^pixel\.facts\..*\.js$/)

/**
 * The core's are the hard stops. The other two are what is reached, so that they can only get smaller:
 * the goals are 5,500 and 12,000 (docs/spec-map.md).
 *
 * @type {[string, number, number][]} name, bytes, limit
 */
const sums = [
  ['the core, brotli', core.brotli, 3500],
  ['the core, raw', core.raw, 9999],
  ['a page with one popup, brotli', core.brotli + showing.brotli + payload, 12_250],
  ['everything, brotli', core.brotli + showing.brotli + facts.brotli, 13_200],
]

for (const { file, raw, brotli } of [core, showing, facts]) {
  process.stdout.write(`${file}: ${raw} bytes, brotli ${brotli}\n`)
}
for (const [name, bytes, most] of sums) {
  process.stdout.write(`${name}: ${bytes} of ${most}\n`)
  if (bytes <= most) continue
  process.stderr.write(`${name}: ${bytes - most} bytes over the budget.\n`)
  process.exitCode = 1
}
