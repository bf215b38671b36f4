/** Prints the transfer size of the built pixel scripts, and fails above the limits. */
import { createHash } from 'node:crypto'
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

/** As unguessable as a real one, and the same in each run, to compare sizes. */
const shortId = (/** @type {string} */ name) =>
  createHash('sha256').update(name).digest().subarray(0, 6).toString('base64url')

/**
 * A payload of a site with twelve nudges of one purchase each, in the contract's format
 * (app/contract/pixel.ts).
 */
const payload = brotliCompressSync(
  JSON.stringify({
    version: 1,
    options: {
      payFields:
        'iframe[name*=paypal_card],iframe[src*=securedfields],iframe[id^=klarna' +
        '][id$=-main],iframe[src*=elements-inner-card],[autocomplete*=cc-],.mol' +
        'lie-component,.sq-card-wrapper,.woocommerce-checkout,#checkout-checkou' +
        't,[name^=card i][name*=number i],iframe[src*=elements-inner-payment]:n' +
        'ot([src*=-request]):not([src*=-messaging]),body#checkout,[id^=braintre' +
        'e-hosted]',
      checkouts:
        '(/|php\\?[^?]*=)(([a-z]{0,9}|one-(page|step)-)check-?out(?![/.]cart)\\w' +
        '*(-(\\d|begin|step)\\w*)?|kass(e|an?)|caja|afrekenen|commander?|payer|' +
        'pag(o|ar|amento)|cassa|order[-/]pay|caisse|((place-)?order(-opc)?|pedi' +
        'do|ordine|encomenda|zamowienie|objednavka|comanda)(?!/\\w)|bestell(en|' +
        '[iu]ng|vorgang)|bezahl(en|ung)|betal(en|ing)|zahlung|(finaliz|tramit|r' +
        'ealiz)ar-(la-)?(compra|pedido)|pay(ments?)?|paiement)(?![\\w-])|cl=use' +
        'r',
      position: 'bottom-left',
      animation: 'slide-in',
      timings: { show: 5000, wait: 1000, initial: 0 },
      mobilePosition: 'bottom-right',
      imagePosition: 'start',
      offset: { vertical: 20, horizontal: 20 },
      ignoreQueryParameters: true,
      inlineBorder: true,
      accents: ['#0b6e4f', '#549a84'],
      showClose: true,
      maxNudges: 1,
    },
    nudges: Array.from({ length: 12 }, (_none, index) => ({
      id: shortId(`nudge ${index}`),
      type: 'purchase',
      surface: 'popup',
      items: [
        {
          claim: shortId(`claim ${index}`),
          title: `Mia from ${['Lyon', 'Ghent', 'Turin'][index % 3]}`,
          text: `bought ${['Linen shirt', 'Wool socks', 'Oak tray', 'Tea cup'][index % 4]}`,
          at: 1_790_000_000 + index * 3571,
          url: `https://shop.example/products/item-${index}`,
        },
      ],
      why: ['One order in this shop. The name was given by the buyer.'],
    })),
    phrases: {
      lang: 'en',
      close: 'Close',
      region: 'Recent activity',
      why: 'Why am I seeing this?',
      gotIt: 'Got it',
      turnOff: 'Turn off here',
      ago: [
        { below: 3600, unit: 3600, forms: ['within the last hour', 'within the last hour'] },
        { below: 86_400, unit: 3600, forms: ['# hour ago', '# hours ago'] },
        { below: 1e10, unit: 86_400, forms: ['# day ago', '# days ago'] },
      ],
    },
    layouts: {
      purchase:
        'div.picture{width:48px;height:48px;border-radius:50%;color:var(--card);background:var(--accent)}',
    },
    drawings: { purchase: 'M6 8h12l1 12H5zM9 10.5V7a3 3 0 0 1 6 0v3.5' },
  }),
).length

const core = measure(/^pixel\.library\.js$/)
const showing = measure(/^pixel\.showing\..*\.js$/)
const plain = measure(/^pixel\.plain\..*\.js$/)
const more = measure(/^pixel\.more\..*\.js$/)
const facts = measure(/^pixel\.facts\..*\.js$/)
const forms = measure(/^pixel\.forms\..*\.js$/)
const rest = measure(/^pixel\.showing-more\..*\.js$/)
const speed = measure(/^pixel\.speed\..*\.js$/)
const push = measure(/^pixel\.push\..*\.js$/)
const worker = measure(/^push\.worker\.js$/)
const joined = measure(/^pixel\.showing-more-facts\..*\.js$/)

// A page that reports facts before the payload came has them in a file before the rest.
const early = [core, facts, rest, speed].reduce((sum, { brotli }) => sum + brotli, 0)
const atOnce = [core, joined, speed].reduce((sum, { brotli }) => sum + brotli, 0)

/**
 * The limits of the core are fixed. The others are near the current values, and raised only with a
 * reason: the goals are 6,500 with one popup of orders, 8,500 with any popup, and 16,000 for
 * everything (docs/spec-map.md), which has no payload while the others have. The last raise, by
 * some 380 to 600: consent bars that are left open, stacked and floating bars, the theme of fixed apps,
 * layers and nested sections, inline nudges beside prices that come late and after scrolling, signs of
 * numbers, fewer hit tests each second. Since then 23: the core asks for push messages where a site has them.
 *
 * @type {[string, number, number][]} name, bytes, limit
 */
const sums = [
  ['the core, brotli', core.brotli, 3500],
  ['the core, raw', core.raw, 9999],
  ['a page with one popup, brotli', core.brotli + plain.brotli + payload, 11_405],
  ['a page with any popup, brotli', core.brotli + showing.brotli + payload, 11_856],
  ['everything without forms, in one file, brotli', atOnce, 15_734],
  ['everything a visitor may load, without a payload, brotli', early + forms.brotli, 17_629],
  ['the service worker for push messages, brotli', worker.brotli, 2500],
]

for (const { file, raw, brotli } of [
  core,
  plain,
  showing,
  more,
  facts,
  rest,
  joined,
  speed,
  forms,
  push,
  worker,
]) {
  process.stdout.write(`${file}: ${raw} bytes, brotli ${brotli}\n`)
}
for (const [name, bytes, most] of sums) {
  process.stdout.write(`${name}: ${bytes} of ${most}\n`)
  if (bytes <= most) continue
  process.stderr.write(`${name}: ${bytes - most} bytes over the budget.\n`)
  process.exitCode = 1
}
