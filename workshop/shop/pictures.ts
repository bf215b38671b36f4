/** The demo shop's drawings and style sheet, from this folder, and its mug, which is the example shop's too. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const files = import.meta.glob<string>(['./pictures/*.svg', '../../public/example-shop/*.svg'], {
  query: '?raw',
  import: 'default',
  eager: true,
})

const pictures = new Map(
  Object.entries(files).map(([path, svg]) => [path.replace(/^.*\//, ''), svg]),
)

/** A drawing by file name; null when it doesn't exist. */
export const picture = (file: string): string | null => pictures.get(file) ?? null

let rasters: Promise<Map<string, Buffer>> | null = null

/** The same drawing as a PNG, for readers that take no SVG; null when it doesn't exist. */
export async function rasterPicture(file: string): Promise<Buffer | null> {
  return (await (rasters ??= rasterizeAll())).get(file) ?? null
}

const script = `import sharp from 'sharp'
const drawn = process.argv.slice(1).map((svg) => sharp(Buffer.from(svg)).png().toBuffer())
const pngs = (await Promise.all(drawn)).map((png) => png.toString('base64'))
process.stdout.write(JSON.stringify(pngs))`

/** In a process of its own: where the product runs in this one, it has disabled the reader of SVG. */
async function rasterizeAll(): Promise<Map<string, Buffer>> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--input-type=module', '-e', script, ...pictures.values()],
    { maxBuffer: 8_000_000 },
  )
  const pngs = JSON.parse(stdout) as string[]
  const names = [...pictures.keys()].map((name) => name.replace(/\.svg$/, '.png'))
  return new Map(names.map((name, at) => [name, Buffer.from(pngs[at] ?? '', 'base64')]))
}

export { default as styleSheet } from './style.css?raw'
