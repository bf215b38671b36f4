/**
 * Which tests show the effect of each option. app/contract/option-tests.test.ts checks it against
 * the files.
 */
import type { NudgeRules } from '#app/contract/nudge-rules.ts'
import type { NudgeQuery } from '#app/contract/nudges.ts'
import type { SiteOptions } from '#app/contract/site-options.ts'

/** A test by its file and its title as written there; `word` is the option's name in it. */
export type ShownBy = { file: string; title: string; word?: string }

const inChromium = (spec: string, title: string, word?: string): ShownBy => ({
  file: `tests/pixel/${spec}.spec.ts`,
  title,
  ...(word ? { word } : {}),
})
const inProduct = (name: string, title: string, word?: string): ShownBy => ({
  file: `tests/product/${name}.test.ts`,
  title,
  ...(word ? { word } : {}),
})
const inUnit = (name: string, title: string, word?: string): ShownBy => ({
  file: `app/domain/${name}.test.ts`,
  title,
  ...(word ? { word } : {}),
})

const heading = inProduct(
  'nudges/compiled-nudges',
  "the heading is the site's own, else the language's, and none where none is wanted",
)
const link = inProduct(
  'nudges/compiled-nudges',
  'a link to us is sent only where it’s wanted, with the owner’s token where that’s wanted',
)
const closing = 'closing one, where the site says "${closeNudgeBehaviour}"'

export const siteOptionTests: Record<keyof SiteOptions, ShownBy[]> = {
  timingMode: [inProduct('nudges/compiled-nudges', 'the pixel gets milliseconds in every mode')],
  acceleratedMode: [
    inProduct('nudges/compiled-nudges', 'the pixel gets milliseconds in every mode'),
  ],
  timings: [
    inChromium(
      'showing',
      'a purchase appears with the default options and leaves after five seconds',
    ),
    inChromium('options', 'the first nudge waits for as long as the site wants'),
  ],
  offset: [inChromium('options', 'the nudge is as far from the edges as the site wants')],
  position: [
    inChromium('appearance', 'the card is at the ${position}, on a wide window and on a phone'),
  ],
  mobilePosition: [
    inChromium('appearance', 'the card is at the ${position}, on a wide window and on a phone'),
  ],
  animation: [inChromium('options', 'the animation "${animation}" moves it by ${name}')],
  maxNudges: [
    inChromium('showing', 'a site may show two, the second after the pause, and none twice'),
  ],
  limitNudges: [
    inChromium(
      'frequency-caps',
      'a site that loops begins again, a site without a limit shows all',
      'maxNudges: 99',
    ),
  ],
  loop: [
    inChromium(
      'frequency-caps',
      'a site that loops begins again, a site without a limit shows all',
    ),
  ],
  nudgeRandomization: [
    inChromium('frequency-caps', 'on the next page another nudge begins, where the site wants it'),
  ],
  closeNudgeBehaviour: [inChromium('frequency-caps', closing)],
  ignoreQueryParameters: [
    inChromium('frequency-caps', 'page rules look at the query only where the site wants it'),
  ],
  checkoutPaths: [
    inChromium(
      'checkouts',
      'on a page whose address is a checkout’s nothing shows, and the page says why',
      'till',
    ),
  ],
  theme: [
    inChromium('options', 'the theme "${theme}" holds, whatever the visitor prefers'),
    inChromium('guest', 'the card follows the background behind it, not the wish of the device'),
  ],
  color: [
    inChromium('appearance', 'the color ${color} is shown as one that can be read on the card'),
  ],
  colorLibrary: [
    {
      file: 'app/contract/site-options.test.ts',
      title: 'a site keeps fourteen colors and starts with some that white text is readable on',
    },
  ],
  design: [inChromium('designs', 'the design ${name} keeps the card readable and in its place')],
  imagePosition: [
    inChromium(
      'types',
      'an item without an image, where the site wants none, has no drawing either',
    ),
    inChromium('types', 'a picture at the end is behind the words'),
  ],
  showNudgeTitle: [heading],
  categoryTitles: [heading],
  branding: [
    link,
    inChromium('types', 'a link to us is at the foot of the nudge if there is one', 'brandUrl'),
  ],
  inlineBranding: [
    link,
    inChromium(
      'axe',
      'axe objects to nothing of any type, ${theme} and ${direction}',
      'brandsInline',
    ),
  ],
  affiliateBranding: [link],
  inlineBorder: [inChromium('inline', 'it has a border or none, as the site wants')],
  language: [
    inProduct(
      'nudges/compiled-nudges',
      'phrases are in the language of the site, with its plural forms',
    ),
  ],
  usePageLanguage: [
    inProduct(
      'edge/page-language',
      'with it texts are in the page’s language, which only the browser may cache by',
      'ofPages',
    ),
    inChromium('page-language', 'the payload is asked for in the language that the page names'),
  ],
  useGeoLocation: [
    inProduct(
      'nudges/compiled-nudges',
      'a nudge for some countries is for no one where the site doesn’t ask for countries',
    ),
    inProduct(
      'edge/country',
      'a site that doesn’t ask for countries sends nothing that depends on them',
    ),
  ],
  showVisitorsWithLocationOnly: [
    inProduct(
      'nudges/recent-activities',
      'with places only, activity without a place that can be shown is left out',
    ),
  ],
  showClose: [inChromium('access', 'a site may leave the close button out')],
  direction: [
    inChromium('showing', 'a site that reads from the right has the picture on the right'),
    inChromium(
      'guest',
      'on a page from right to left, the direction "${direction}" puts it on the ${side}',
    ),
  ],
  conversion: [
    inProduct(
      'edge/payload',
      'data that the site turns off isn’t sent, and nothing sends more than it should',
    ),
    inProduct('edge/claims', 'no type of nudge says more of a person than the shop allowed'),
    inProduct(
      'edge/payload',
      'a letter represents the person where the site wants one, also next to a picture',
    ),
  ],
  holdout: [
    inProduct(
      'edge/holdout',
      'the holdout group gets the same without nudges, and each visitor always gets the same',
    ),
    inChromium(
      'evaluations',
      'a page that gets ${withheld} shows nothing, and says so with its visit',
    ),
  ],
  preApproveReviews: [inProduct('activities/activity-trust', '%s have a separate rule')],
  preApproveSignups: [inProduct('activities/activity-trust', '%s have a separate rule')],
  preApprovePurchases: [
    inProduct(
      'activities/activity-trust',
      'with automatic approval, later purchases are approved and earlier ones keep waiting',
    ),
  ],
}

const inPayload = inProduct(
  'nudges/compiled-nudges',
  'rules, countries, placement and behavior are sent only where they differ from the default',
)
const offers = inUnit(
  'nudges/types/moments',
  'an offer with %s ends at the same instant for everyone',
)

export const queryOptionTests: Record<keyof NudgeQuery, ShownBy[]> = {
  ago: [
    inProduct(
      'edge/payload',
      'a purchase leaves the pages when it grows older than the window',
      'older',
    ),
    inProduct(
      'nudges/activity-counts',
      'data younger than the window say nothing about the window',
    ),
  ],
  minimum: [
    inProduct('nudges/activity-counts', '%s: shown at exactly the minimum, not below it'),
    inChromium('page-facts', 'a nudge without data shows as soon as the page reports it', 'stock'),
  ],
  maximum: [
    inProduct('nudges/activity-counts', 'more than the maximum shows as the maximum and a plus'),
    inChromium('page-facts', 'an empty or a full stock shows nothing', 'stock'),
  ],
  deadline: [
    offers,
    inChromium(
      'types',
      'a countdown is updated each minute, unheard, and the nudge leaves at its end',
      'until',
    ),
  ],
  duration: [
    offers,
    inProduct(
      'nudges/page-dependent-nudges',
      'visitors of a longer window are counted from the visits of each page, without the viewer',
    ),
  ],
  listSize: [inProduct('edge/payload', 'no more than the list size is shown')],
  countries: [
    inPayload,
    inChromium('frequency-caps', 'a nudge for a country is shown there alone'),
  ],
  hideEmpty: [
    inProduct(
      'nudges/recent-activities',
      'a review without words shows only when the owner wants that',
    ),
    inUnit(
      'nudges/types/moments',
      'a message without the fact that it is about is nothing, where the owner wants it so',
    ),
  ],
  javascript: [inProduct('nudges/page-dependent-nudges', '%s that %s shows nothing')],
  integration: [
    inProduct(
      'nudges/recent-activities',
      'only activity from the sources that the owner wants shows',
    ),
    inProduct('nudges/activity-counts', 'only what came from where the owner wants it is counted'),
  ],
  rotateNudges: [
    inPayload,
    inChromium(
      'options',
      'a nudge that rotates begins with its next item on the next page',
      'rotates',
    ),
  ],
  skipSeenNudges: [
    inPayload,
    inChromium(
      'page-consent',
      'with consent a visitor doesn’t see the same item twice',
      'skipsSeen',
    ),
  ],
  persistentNudge: [
    inPayload,
    inChromium(
      'options',
      "a nudge ${isPersistent ? 'that is to stay stays' : 'of any other kind leaves'}",
      'isPersistent',
    ),
  ],
  showProductName: [
    inProduct('nudges/recent-activities', '%s: no product is named where the owner wants none'),
  ],
  hideHighStockNudge: [
    inUnit(
      'nudges/types/moments',
      'stock is scarce only as long as the shop expects none for a week',
    ),
  ],
}

const rules = inChromium(
  'frequency-caps',
  "a nudge for ${title}: ${isShown ? 'shown' : 'not shown'}",
)

export const ruleTests: Record<keyof NudgeRules, ShownBy[]> = {
  pages: [rules],
  notPages: [rules],
  kinds: [rules],
  devices: [rules],
  audience: [
    rules,
    inChromium('page-consent', 'a visitor returns with another visit, not with another page'),
  ],
  from: [rules],
  until: [rules],
}
