/**
 * Renders every nudge type with the built pixel in a real browser – on a light page, a dark one, a
 * phone and right to left – and writes one sheet of images for each: `npm run pictures --
 * [folder]`.
 */
import { randomUUID } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { chromium } from 'playwright'
import { createServer } from 'vite'
import { ensureChromium } from '#workshop/run/chromium.js'
import { ensureBuilt, root } from '#workshop/run/steps.js'

const folder = path.resolve(process.argv[2] ?? path.join(root, '.cache/pictures'))
const margin = 24

const looks = [
  { name: 'light', options: {}, window: { width: 480, height: 420 }, page: '#faf9f7' },
  {
    name: 'dark',
    options: { theme: 'dark' },
    window: { width: 480, height: 420 },
    page: '#0e1114',
  },
  { name: 'phone', options: {}, window: { width: 360, height: 640 }, page: '#faf9f7' },
  {
    name: 'rtl',
    options: { direction: 'rtl', position: 'bottom-right' },
    window: { width: 480, height: 420 },
    page: '#faf9f7',
  },
]

await ensureBuilt()
await ensureChromium()
const vite = await createServer({
  configFile: false,
  root,
  appType: 'custom',
  logLevel: 'error',
  optimizeDeps: { noDiscovery: true },
  server: { middlewareMode: true, hmr: false, ws: false, watch: null },
})
const contract = await vite.ssrLoadModule('/app/contract/nudges.ts')
const registry = await vite.ssrLoadModule('/app/domain/nudges/types/registry.ts')
const samples = await vite.ssrLoadModule('/tests/pixel/nudge-items.ts')
const doubles = await vite.ssrLoadModule('/tests/pixel/edge-double.ts')
const pages = await vite.ssrLoadModule('/tests/pixel/shop-pages.ts')
const edge = await doubles.startEdgeDouble()
const shop = await pages.startShopPages(edge.origin)
const executablePath = process.env.CHROMIUM_PATH
const browser = await chromium.launch({
  ...(executablePath ? { executablePath } : {}),
  args: ['--no-sandbox', '--disable-gpu'],
})
try {
  mkdirSync(folder, { recursive: true })
  for (const look of looks) {
    const pictures = []
    for (const type of contract.nudgeTypes) pictures.push(await picture(look, type, 'popup'))
    for (const type of registry.inlineNudgeTypes) pictures.push(await picture(look, type, 'inline'))
    const file = path.join(folder, `${look.name}.png`)
    writeFileSync(file, await sheet(look, pictures))
    process.stdout.write(`${file}\n`)
  }
} finally {
  await browser.close()
  await shop.stop()
  await edge.stop()
  await vite.close()
}

/**
 * One nudge on a shop's page, cropped with a margin.
 *
 * @param {(typeof looks)[number]} look @param {string} type @param {'popup' | 'inline'} surface
 */
async function picture(look, type, surface) {
  const uuid = randomUUID()
  const name = surface === 'popup' ? 'product' : 'inline'
  const image =
    type === 'purchase' || type === 'selling_out' ? `${shop.origin}/shirt.svg` : undefined
  const placement = { selector: '#roomy', where: 'append' }
  const nudge = samples.sampleNudge(type, { surface, placement, isPersistent: true }, image)
  const options = { animation: 'none', brandUrl: 'https://footfall.example/', ...look.options }
  const payload = samples.samplePayload([nudge], options, `/${name}`)
  edge.addSite(uuid, { ...payload, phrases: { ...payload.phrases, brand: 'with Footfall' } })

  const context = await browser.newContext({ viewport: look.window, deviceScaleFactor: 2 })
  try {
    const page = await context.newPage()
    await page.addInitScript(samples.pushFacts, samples.pageFacts)
    await page.goto(`${shop.origin}/${name}?site=${uuid}`)
    await page.addStyleTag({
      content: `html{background:${look.page}}body>:not(footfall-nudge,:has(footfall-nudge)),h1,p{visibility:hidden}`,
    })
    const card = page.locator('footfall-nudge .card:visible').filter({ hasText: /./ })
    await card.waitFor()
    // One image per state of the nudge.
    if (type === 'discount' || type === 'review') {
      await card.getByRole('button', { name: 'Why' }).click()
    }
    const box = await card.boundingBox()
    if (!box) throw new Error(`${type} has no place on the page.`)
    const clip = {
      x: Math.max(0, box.x - margin),
      y: Math.max(0, box.y - margin),
      width: box.width + 2 * margin,
      height: box.height + 2 * margin,
    }
    const png = await page.screenshot({ clip })
    return { label: `${type} · ${surface}`, png, width: clip.width }
  } finally {
    await context.close()
  }
}

/**
 * @param {(typeof looks)[number]} look
 * @param {{ label: string, png: Buffer, width: number }[]} pictures
 */
async function sheet(look, pictures) {
  const figures = pictures.map(
    ({ label, png, width }) =>
      `<figure><img width="${width}" src="data:image/png;base64,${png.toString('base64')}"><figcaption>${label}</figcaption></figure>`,
  )
  const page = await browser.newPage({ viewport: { width: 1500, height: 800 } })
  try {
    await page.setContent(
      `<!doctype html><style>body{margin:0;columns:3;column-gap:0;background:${look.page};color:#888;font:12px system-ui}figure{margin:0;padding:8px;break-inside:avoid}figcaption{padding-inline-start:${margin}px}</style>${figures.join('')}`,
    )
    return await page.screenshot({ fullPage: true })
  } finally {
    await page.close()
  }
}
