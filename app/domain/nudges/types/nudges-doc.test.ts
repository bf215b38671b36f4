/** docs/nudges.md is generated from the definitions of the nudge types. */
import { expect, test } from 'vitest'
import { cardLayouts } from '#app/contract/card-design.ts'
import type { NudgeQuery } from '#app/contract/nudges.ts'
import { layoutChoices } from '#app/domain/wording/card-design/layout-choices.ts'
import type { Basis, NudgeDefinition } from './kit/nudge-definition.ts'
import { everyRead } from './kit/query-options.ts'
import { nudgeDefinitions } from './registry.ts'
import { fullQuery, inlineNudgeTypes } from './registry.ts'

const bases: Record<Basis, string> = {
  activity: 'one activity',
  activities: 'activities, counted',
  presence: 'visitors, counted',
  page: 'what the page reports',
  owner: 'what the owner typed',
}

const head = [
  '# Nudge types',
  '',
  'Generated from `app/domain/nudges/types`; a test fails if this page is out of date. To regenerate it: `npx vitest run --config tests/vitest.config.ts --project unit nudges-doc -u`.',
  '',
  '- **Claim**: the data behind what is shown, and its look-back period with the type’s defaults. `GET /api/v1/sites/{uuid}/claims/{id}` returns the sentence, the rule and, if there is one, the activity.',
  `- **Options**: the options this type uses, with their defaults. Every type uses ${everyRead.map((name) => `\`${name}\``).join(' and ')} as well.`,
  '- **Numbers** only include data that stays inside the time frame for as long as the number may be cached (between 1/24 and 2/24 of it, at least a minute and at most half an hour each). A number is therefore never too high when it’s read, and time frames of two minutes or less never show visitor counts.',
  '- No type is shown to the holdout group, over the plan limit, while the site is paused, when targeting or schedule excludes the visit, at checkout, after the visitor has hidden nudges, or outside the selected countries.',
  '- **Checkouts** are recognized by URL, query and fragment for Shopify, WooCommerce, Magento, PrestaShop, BigCommerce, OpenCart, Shopware, OXID, Zen Cart, osCommerce, Gambio, modified, nopCommerce, Squarespace, Wix, Ecwid, Snipcart, CS-Cart, JTL-Shop, Lightspeed, Volusion, Sylius and Salesforce Commerce Cloud, by words, for example `/kasse`, `/commande` and `/order`, and by fields for a payment card. Carts aren’t checkouts. If yours has another URL, add its beginning under Site settings › Display.',
  '- **Pages within one document**: a new path is a new page view. Add `data-routes="hash"` to the script element for URLs like `/#/tea`, which then count as the page `/tea` in targeting, goals and statistics, or `data-routes="search"` for URLs like `/?page=tea`. A slash added to or removed from the end of a path isn’t a new page view.',
  '- **Page requirements**: a Content Security Policy has to allow our scripts and requests, and the Trusted Types policy `footfall` if it lists `trusted-types`. Pages can add headers to our requests, but not credentials: public responses never allow them. A copy of the script on your own host does nothing.',
  '- **Inline nudges** show immediately if nothing on the page has to move: next to a price with room on its line, or in room your theme reserves, for example `<div data-nudge style="min-height: 28px"></div>` with the selector `[data-nudge]`. A compact line may otherwise push the page down by up to two lines (48 pixels) while it loads, before the visitor scrolls it, or a part of it, or presses anything. After that it appears only out of view, and the reason “No room” is counted if it hasn’t by the end of the page view. Cards need reserved room above the fold. A place that your page draws late, or again after a variant was chosen, is found: one that is missing is looked for each second of the first minute, and “No place” is counted after it, or when the visitor leaves before. If your selector matches several places, the first one in the page has the nudge, also if your page adds it after the others, in its first ten seconds and before the visitor scrolls or presses anything. One in a bar or drawer that stays when the page scrolls doesn’t take the nudge over.',
  '- **Popups** keep off visible buttons, links, fields and frames of payment buttons, when they appear and while they stay, except tiny ones and those taller than half the window: they go to the other edge of the window, then to its other side. One that is already shown fades first, so that nothing jumps, and one that is in use stays. What is inside of open shadow roots, and what only the pointer of a link shows, is looked for in 21 points of the card before it appears, and in four of them each second while it stays, so it moves off within some six seconds; parts narrower than a seventh of the card or lower than a third can be missed there, and closed shadow roots can’t be looked into. Where a whole product or page has that pointer, it isn’t a control. If every place is taken they let other nudges try and wait until scrolling makes room, for at most 30 tries each, a second apart, and then, or when the visitor leaves before, the reason “No room” is counted. Links taller than 96 pixels, and links around pictures of that height, may be covered in part: enough of them is left to press. Popups keep off our inline nudges as well. On phones, a chat’s button or anything else pinned to a corner moves the line above it, as a bar does, and so does what is stacked above that. Popups wait for an answer to a cookie bar during the first ten seconds of a page. A bar that stays longer is left free like other bars; popups still wait for one that is modal or has the middle of the window, itself or by a backdrop. Popups wait up to two seconds for their image, and have the drawing if it isn’t there then.',
  '- **Phones**: in windows from 340 to 640 pixels wide, and in wider ones up to 480 pixels high, for example a phone held sideways, a popup is a line of at most 56 pixels: picture, who or what, and when, one after the other in up to three rows. Only longer texts end with an ellipsis. Discounts leave out their picture for the code and the button that copies it. Its question mark opens the whole card, with all conditions of an offer. Windows narrower than 340 pixels have the card.',
  '- **Cards by type**: orders lead with the product’s picture up to the border, orders without one with that of its page, otherwise with a line drawing; sign-ups with that drawing in a circle, and either with the person’s initial if you turn on “Initial, when there’s no image” under Site settings › Privacy, which is off by default; reviews with stars and the quote before its author, and with the average of all reviews before the quote when only some are chosen by their stars (“4.1 · 214 reviews”), which the product then follows; averages with that as a headline over their source and time frame or day; visitors and carts with people; discounts with a ticket and a code that copies; free delivery with a bar. A design of your own counts more where it says something about the picture. No card has a map or a flag: what most orders know of a place is a town. Numbers have no picture of a product: one item holds for many pages. Stock has no bar: what it once was isn’t known, and a bar would claim it.',
  '- **Theme “auto”**: all cards of a page view are light or dark as the page’s background is when the first one appears, in any notation of CSS, or the mean of a gradient’s colors. A fixed layer behind the content counts as the background, and so does an element that covers most of the page, which is as long as what scrolls in it. Layers over another part of the page, for example a loading screen or a backdrop, and colors that can be seen through don’t count, unless they are longer than the window or something as tall as half of it scrolls in them. A layer alone is the page. A page without a background has that of its color scheme, for example a dark one by `<meta name="color-scheme" content="light dark">` on a dark device. A picture isn’t looked at: the color behind it decides, so choose the theme yourself where a dark picture, or several dark sections of which none covers most of the page, are on a light one. Browsers without `color-mix` (before 2023) know colors in RGB alone.',
  '- **Layouts**: a nudge is a card, or has another layout that its type is right for. A compact line in a page has no heading. A pill has round ends and one sentence in up to three rows. A bar goes from one side of the window to the other at its top or bottom edge, next to the page’s own bars without a gap. An image on top is as wide as its card; without an image, or where images are hidden, it is the card. Colors, font, shadow and the side of the picture come from the design, the shape from the layout. A layout’s CSS is only in payloads that use it. All of them keep off controls and have the line on phones, which is a bar from edge to edge for bars; a bar needs the whole width free, so it waits more often than a card. The REST API refuses a layout that doesn’t fit, with the reason.',
  '- **Images** that orders, messages and offers name are read by us in the background, made still and small (256 pixels, or 576 in width for an image on top), and served from our host, so a policy with `img-src` has to allow that; where it doesn’t, the initial or drawing stays. Visitors load nothing from another host. A new image shows with the next page view some seconds after its order; until then the initial or drawing does. JPEG, PNG, WebP and GIF of up to 5 MB are shown, SVG, AVIF and images below 24 pixels aren’t. One that can’t be read is tried again after a minute, later after longer times; one that was read is read again after three weeks.',
  '- **Images from product pages**: an order or review without an image shows the one that its product’s page names, if the page is on your site’s host: `image` of a schema.org `Product` in JSON-LD, otherwise `og:image`. We read the page in the background, and make and serve its image like the others. An image that three of your product pages name is your shop’s, not a product’s, and isn’t shown, and neither are images below 64 pixels and SVG. Pages are read again after three weeks, or three days if they had no image. Nothing is read for nudges that hide images.',
  '- **Names** are given names only, by the rule of the person’s country: “Smith, John” is John, 王小明 in Taiwan is 小明, Nguyễn Văn An in Vietnam is An, Kovács János in Hungary is János. Without a country the order of some names can’t be known, so send it: “Kim Minjun” is then “Someone”. With last names on, the family name comes first where it’s said first: 山田太郎, Kovács János. If it isn’t sure which part is the given name, the nudge says “Someone”: one word that is a common family name, initials, a title with one name (“Mr. Smith”), fillers (“n/a”, “Guest”, “Test”), companies, email addresses and user names. For forms on your pages, choose a field that asks for the first name alone: one word in a field for whole names can be a last name that isn’t common, and would be shown. Names in capital or small letters only are shown as “Élodie” or “Mary-Jane”. This also applies to data that is already stored.',
  '- **Language**: your site’s, or the one that the page names (`<html lang>`), if you turn that on under Site settings › Language. Pages that name none, or one we don’t have, get your site’s. Text you type isn’t translated, and values in it stay in your site’s language. It’s asked for with the page, so no visitor loads another language.',
  '- **Places** are towns without postal codes and regions: “53111 Bonn” is Bonn. Streets, codes and fillers aren’t shown, the country is. Name and place are the same person’s: an order that goes to someone else has the buyer’s place, or none.',
  '- **The product** of an order is the dearest one that was kept, per unit. Tips, shipping protection, fees and gift cards aren’t named. That holds for orders from the REST API, from files and from pages, too; of products without a price, the first one is named.',
  '',
]

const hour = 3_600
const day = 24 * hour

function spanOf(seconds: number): string {
  if (seconds === 0) return 'no window'
  if (seconds % day === 0) return `${String(seconds / day)} d`
  return seconds % hour === 0 ? `${String(seconds / hour)} h` : `${String(seconds / 60)} min`
}

const seconds = new Set<keyof NudgeQuery>(['ago', 'duration'])

function defaultOf(query: NudgeQuery, name: keyof NudgeQuery): string {
  const value = query[name]
  if (value === null) return 'none'
  if (typeof value === 'boolean') return value ? 'on' : 'off'
  return typeof value === 'number' && seconds.has(name) ? spanOf(value) : String(value)
}

function rowOf({ type, basis, reads, windowSeconds, about }: NudgeDefinition): string {
  const query = fullQuery(type, {})
  const isInline = inlineNudgeTypes.includes(type)
  const variables = reads.filter((name) => !everyRead.some((every) => every === name))
  const options = variables.map((name) => `\`${name}\` ${defaultOf(query, name)}`).join(', ')
  const cells = [
    `\`${type}\``,
    isInline ? 'popup, inline' : 'popup',
    about.data,
    about.hidesWhen,
    `${bases[basis]}; ${spanOf(windowSeconds(query))}`,
    options || 'none',
  ]
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
}

const layouts = [
  '## Layouts',
  '',
  'Card: every type. A compact line: every type that can be inline. The others:',
  '',
  '| Layout | Types | Other types |',
  '| --- | --- | --- |',
  ...cardLayouts
    .map((layout) => layoutChoices[layout])
    .filter(({ reason }) => reason !== '')
    .map(({ label, types, reason }) => {
      const names = types.map((type) => `\`${type}\``).join(', ')
      return `| ${label} | ${names} | ${reason} |`
    }),
  '',
]

const pictures = [
  '## Pictures',
  '',
  'Drawn by the built pixel in Chromium, with the words that the server compiles for a sample shop, the example shop’s drawing, and the font Inter as the page’s: `npm run pictures -- docs/nudges`. Below each is its type, where it is, and its layout. How this compares with four other products: docs/nudge-peers.md. Pages that broke scripts like this one: docs/strange-pages.md.',
  '',
  ...[
    ['light', 'On a light page'],
    ['dark', 'On a dark page'],
    ['phone', 'On a phone of 360 pixels'],
  ].flatMap(([name = '', title = '']) => [
    `### ${title}`,
    '',
    `![${title}: each type in each of its layouts](nudges/${name}.webp)`,
    '',
  ]),
]

test('docs/nudges.md is current', async () => {
  const titles = ['Type', 'Surfaces', 'Data', 'Hides when', 'Claim', 'Options']
  const table = [titles, titles.map(() => '---')].map((cells) => `| ${cells.join(' | ')} |`)
  const rows = Object.values(nudgeDefinitions).map(rowOf)

  const page = [...head, ...table, ...rows, '', ...layouts, ...pictures, ''].join('\n')

  await expect(page).toMatchFileSnapshot('../../../../docs/nudges.md')
})
