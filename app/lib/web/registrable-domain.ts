/**
 * The domain that someone registered, of a host: `shop.oak.co.uk` belongs to `oak.co.uk`. Knows common endings
 * below which domains are registered or given to customers, not all of publicsuffix.org. Below an ending that it
 * doesn't know, two customers can look like one, so ask for more proof where much depends on it.
 */

/** Second levels of countries. */
const generic = new Set(
  'ac asn asso biz co com ed edu fin firm gen go gob gouv gov gub gv id ind inf info jus lg ltd me mil name ne net nhs nic nom or org plc pol pro pvt sch school tm web'.split(
    ' ',
  ),
)

/** Services that give shops a name below their own. */
const shared = [
  'myshopify.com',
  'wixsite.com',
  'wixstudio.com',
  'mybigcommerce.com',
  'wordpress.com',
  'wpcomstaging.com',
  'squarespace.com',
  'webflow.io',
  'weebly.com',
  'square.site',
  'blogspot.com',
  'business.site',
  'carrd.co',
  'github.io',
  'gitlab.io',
  'netlify.app',
  'vercel.app',
  'pages.dev',
  'workers.dev',
  'web.app',
  'firebaseapp.com',
  'herokuapp.com',
  'onrender.com',
  'fly.dev',
  'azurewebsites.net',
  'cloudfront.net',
  'amazonaws.com',
  'prestashop.com',
  'jimdosite.com',
  'jimdofree.com',
  'shopifypreview.com',
  'myshopwired.com',
  'ecwid.com',
  'bigcartel.com',
  'gumroad.com',
  'notion.site',
  'framer.website',
]

/** @param host in lower case and punycode, as `URL` writes it */
export function registrableDomain(host: string): string {
  const name = host.replace(/\.$/, '').replace(/^www\./, '')
  const labels = name.split('.')
  // An IP address is its own.
  if (/^\d+$/.test(labels.at(-1) ?? '') || name.startsWith('[')) return name
  const ending = shared.find((one) => name === one || name.endsWith(`.${one}`))
  if (ending) return labels.slice(-ending.split('.').length - 1).join('.')
  const [second = '', top = ''] = labels.slice(-2)
  const isBelow = top.length === 2 && generic.has(second)
  return labels.slice(isBelow ? -3 : -2).join('.')
}
