/**
 * Renders every nudge type in each of its layouts with the built pixel in a real browser – on a light
 * page, a dark one and a phone – and writes one sheet of images for each:
 * `npm run pictures -- [folder]`. Those of docs/nudges.md are in docs/nudges.
 */
import { randomUUID } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { chromium } from 'playwright'
import sharp from 'sharp'
import { createServer } from 'vite'
import { ensureChromium } from '#workshop/run/chromium.js'
import { ensureBuilt, root } from '#workshop/run/steps.js'

const folder = path.resolve(process.argv[2] ?? path.join(root, '.cache/pictures'))
const margin = 24

const desktop = { width: 880, height: 640 }
const looks = [
  { name: 'light', options: {}, window: desktop, page: '#faf9f7', ink: '#333' },
  { name: 'dark', options: { theme: 'dark' }, window: desktop, page: '#0e1114', ink: '#ddd' },
  {
    name: 'phone',
    options: {},
    window: { width: 360, height: 640 },
    page: '#faf9f7',
    ink: '#333',
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
const plain = await vite.ssrLoadModule('/app/contract/card-design.ts')
const designs = await vite.ssrLoadModule('/app/domain/wording/card-design/compose-design.ts')
const choices = await vite.ssrLoadModule('/app/domain/wording/card-design/layout-choices.ts')
const registry = await vite.ssrLoadModule('/app/domain/nudges/types/registry.ts')
const samples = await vite.ssrLoadModule('/tests/pixel/nudge-items.ts')
const doubles = await vite.ssrLoadModule('/tests/pixel/edge-double.ts')
const pages = await vite.ssrLoadModule('/tests/pixel/shop-pages.ts')
const drawings = await vite.ssrLoadModule('/workshop/shop/pictures.ts')
const edge = await doubles.startEdgeDouble()
const shop = await pages.startShopPages(edge.origin)
const executablePath = process.env.CHROMIUM_PATH
const browser = await chromium.launch({
  ...(executablePath ? { executablePath } : {}),
  args: ['--no-sandbox', '--disable-gpu'],
})

/** The sample shop's words, for the product that is drawn. */
const ofMug = {
  'Linen shirt, sand': 'Stoneware mug',
  'Linen shirt': 'Stoneware mug',
  'Keeps its shape after many washes, and the color': 'Keeps tea warm, and the glaze',
  'all linen': 'all mugs',
  LINEN10: 'MUG10',
}

/** Letters of the page, so that the pictures look alike on every machine. */
const font = readFileSync(
  createRequire(import.meta.url).resolve(
    '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2',
  ),
)
const fontFace = `@font-face{font-family:Inter;font-weight:100 900;src:url(data:font/woff2;base64,${font.toString('base64')})}`
const design = designs.composeDesign({
  design: { ...plain.plainDesign, typeface: 'page' },
  color: '#0b6e4f',
  imagePosition: 'start',
})

try {
  mkdirSync(folder, { recursive: true })
  for (const look of looks) {
    const pictures = []
    for (const kind of listKinds()) pictures.push(await picture(look, kind))
    const file = path.join(folder, `${look.name}.webp`)
    const png = await sheet(look, pictures)
    writeFileSync(file, await sharp(png).webp({ quality: 80, effort: 6 }).toBuffer())
    process.stdout.write(`${file}\n`)
  }
} finally {
  await browser.close()
  await shop.stop()
  await edge.stop()
  await vite.close()
}

/**
 * @typedef {{ type: string, surface: 'popup' | 'inline', layout: string | undefined }} Kind
 * @returns {Kind[]}
 */
function listKinds() {
  return ['popup', 'inline'].flatMap((surface) =>
    [undefined, 'pill', 'image', 'bar', 'line'].flatMap((layout) =>
      contract.nudgeTypes
        .filter(
          (/** @type {string} */ type) =>
            (surface === 'popup' || registry.inlineNudgeTypes.includes(type)) &&
            (!layout || choices.layoutsFor(type, surface).includes(layout)),
        )
        .map((/** @type {string} */ type) => ({ type, surface, layout })),
    ),
  )
}

/** An init script: the page's style sheet, and the letters of the card loaded ahead. @param {string} css */
function dressing(css) {
  return `{
  const dress = () => {
    const style = document.createElement('style')
    style.textContent = ${JSON.stringify(css)}
    document.documentElement.append(style)
    for (const weight of ['400', '600']) void document.fonts.load(weight + ' 14px Inter')
  }
  const dressOnce = (changes, watch) => {
    watch.disconnect()
    dress()
  }
  if (document.documentElement) dress()
  else new MutationObserver(dressOnce).observe(document, { childList: true })
}`
}

/**
 * The card's box once it has stayed the same for half a second.
 *
 * @param {import('playwright').Page} page @param {import('playwright').Locator} card
 */
async function restingBox(page, card) {
  await page.evaluate('document.fonts.ready.then(() => undefined)')
  let last = ''
  for (let looks = 0; looks < 40; looks += 1) {
    const box = await card.boundingBox()
    const found = JSON.stringify(box)
    if (box && found === last) return box
    last = found
    await page.waitForTimeout(500)
  }
  return null
}

/**
 * One nudge on a shop's page, cropped with a margin.
 *
 * @param {(typeof looks)[number]} look @param {Kind} kind
 */
async function picture(look, { type, surface, layout }) {
  const uuid = randomUUID()
  const name = surface === 'popup' ? 'blank' : 'inline'
  const placement = { selector: '#roomy', where: 'append' }
  const image = `${shop.origin}/mug.svg`
  const shown = samples.sampleNudge(
    type,
    { surface, placement, isPersistent: true, ...(layout ? { look: { layout } } : {}) },
    image,
  )
  if (layout === 'image') for (const item of shown.items) item.image = image
  // Headings are off unless an owner turns them on.
  const { heading: _off, ...plain } = shown
  const nudge = JSON.parse(
    Object.entries(ofMug).reduce(
      (text, [linen, mug]) => text.replaceAll(linen, mug),
      JSON.stringify(plain),
    ),
  )
  const options = { animation: 'none', ...(layout === 'line' ? {} : { design }), ...look.options }
  edge.addSite(uuid, samples.samplePayload([nudge], options, `/${name}`))

  const context = await browser.newContext({ viewport: look.window, deviceScaleFactor: 2 })
  try {
    const page = await context.newPage()
    await page.route('**/mug.svg', (route) =>
      route.fulfill({ contentType: 'image/svg+xml', body: drawings.picture('mug.svg') ?? '' }),
    )
    await page.addInitScript(samples.pushFacts, samples.pageFacts)
    // Before the pixel looks for room and measures text: later it would move the card, or its end.
    await page.addInitScript({
      content: dressing(
        `${fontFace}html,body{background:${look.page};color:${look.ink};font-family:Inter}body>:not(footfall-nudge,:has(footfall-nudge)),h1,p,a,button{visibility:hidden}`,
      ),
    })
    await page.goto(`${shop.origin}/${name}?site=${uuid}`)
    const card = page.locator('footfall-nudge .card:visible').filter({ hasText: /./ })
    await card.waitFor()
    const box = await restingBox(page, card)
    if (!box) throw new Error(`${type} has no place on the page.`)
    const left = Math.max(0, box.x - margin)
    const top = Math.max(0, box.y - margin)
    const clip = {
      x: left,
      y: top,
      width: Math.min(look.window.width, box.x + box.width + margin) - left,
      height: Math.min(look.window.height, box.y + box.height + margin) - top,
    }
    const png = await page.screenshot({ clip })
    return { label: `${type} · ${surface}${layout ? `, ${layout}` : ''}`, png, width: clip.width }
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
  const page = await browser.newPage({ viewport: { width: 1160, height: 800 } })
  try {
    await page.setContent(
      `<!doctype html><style>${fontFace}body{margin:0;display:flex;flex-wrap:wrap;align-items:end;background:${look.page};color:#858d95;font:12px Inter}figure{margin:0;padding:8px 4px}figcaption{padding-inline-start:${margin}px}</style>${figures.join('')}`,
    )
    await page.evaluate('document.fonts.ready.then(() => undefined)')
    return await page.screenshot({ fullPage: true })
  } finally {
    await page.close()
  }
}
