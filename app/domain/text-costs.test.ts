/**
 * Readers of text from strangers and owners, at the longest text that reaches them. A page's report
 * has 64 KiB, an API call 256 KiB. Files and feeds are larger and are read row by row, so a part of
 * them shows how the cost grows.
 */
import { randomBytes } from 'node:crypto'
import { activityInput } from '#app/contract/activities.ts'
import { pixelEvent } from '#app/contract/pixel-events.ts'
import { reviewInput } from '#app/contract/reviews.ts'
import { defaultSiteOptions } from '#app/contract/site-options.ts'
import { createSecrets } from '#app/lib/security/secrets.server.ts'
import { testLinearCosts } from '#tests/support/growth.ts'
import { emailAddress } from '#app/domain/accounts/account.ts'
import { parseAttribution, readAttribution } from '#app/domain/accounts/profile/attribution.ts'
import { readPhone } from '#app/domain/accounts/profile/phone.server.ts'
import { emailIn } from '#app/domain/activities/email-fingerprint.server.ts'
import { exclusionInput } from '#app/domain/activities/exclusion-input.ts'
import { domainOf } from '#app/domain/activities/exclusion.ts'
import { productPath } from '#app/domain/activities/product-path.ts'
import { testUrl } from '#app/domain/goals/test-url.ts'
import { readTable } from '#app/domain/imports/file-table.server.ts'
import { findDayOrder, parseDate } from '#app/domain/imports/parse-date.ts'
import { filePresets, recognizePreset, titlesIn } from '#app/domain/imports/file-presets.ts'
import { decodeFile, delimiterOf } from '#app/domain/imports/file-text.ts'
import { recognizeColumns } from '#app/domain/imports/match-columns.ts'
import { readRow } from '#app/domain/imports/read-row.ts'
import { findPhrase, now as nowWords } from '#app/domain/nudges/linter/lexicon.ts'
import { renderTemplate, templateSlots } from '#app/domain/nudges/message-template.ts'
import { readFeedItems } from '#app/domain/products/feed-items.server.ts'
import { fieldName } from '#app/domain/products/field-name.ts'
import { readProduct } from '#app/domain/products/product-fields.ts'
import { decodePreviewToken } from '#app/domain/serving/preview-token.server.ts'
import { findPolicyIssues } from '#app/domain/sites/page-policy.ts'
import { normalizeSiteUrl } from '#app/domain/sites/site-url.ts'
import { slugOf } from '#app/domain/teams/team.ts'
import { formatPerson } from '#app/domain/wording/person.ts'
import { cleanWords, cutWords } from '#app/domain/wording/text.ts'
import { languageOfTag } from '#app/domain/wording/language-of-tag.ts'
import { findUnprovableClaims } from '#app/domain/wording/unprovable-claims/unprovable-claims.ts'
import { wordsOf } from '#app/domain/wording/words-of.ts'

const report = 64 * 1024
const call = 256 * 1024
const file = 96 * 1024
/** A row of a file. */
const row = 16 * 1024
const header = 16 * 1024
/** An owner's message has 200 characters. Longer here, because 200 are no work at all. */
const message = 4 * 1024

const secrets = createSecrets(randomBytes(32).toString('base64'))
const site = { uuid: '3f2b8c1e-7a5d-4e9f-8b6a-1c2d3e4f5a6b', url: 'https://shop.example' }
const now = new Date('2026-03-01T00:00:00Z')
const zone = 'Europe/Amsterdam'
const spaces = [' ', '\n', '\u00a0']
const names = ['a', 'A', 'é', '\u0301', '👩‍', '\u202e', '@', 'عبد ', ...spaces]
const domains = ['a', 'a.', '-', '.', 'a-', '@', '@a', 'a@']

const settled = (read: (text: string) => Promise<unknown>) => (text: string) =>
  read(text).catch(() => null)

const readFeed = settled((text) => {
  async function* pieces() {
    for (let at = 0; at < text.length; at += 16 * 1024) {
      yield Buffer.from(text.slice(at, at + 16 * 1024))
      await Promise.resolve()
    }
  }
  return readFeedItems({ pieces: pieces() }, () => Promise.resolve())
})

const event = (fields: Record<string, unknown>) => ({ id: 'a'.repeat(20), page: '/', ...fields })
const person = (name: string) => ({
  firstName: name,
  lastName: name,
  city: name,
  country: 'NL',
  sameCity: 9,
})

const notation = { timeZone: zone, dayOrder: null, decimalMark: null, preset: null }

testLinearCosts([
  {
    name: 'pixelEvent, its page',
    read: (page) => pixelEvent.safeParse(event({ type: 'visit', page, product: page })),
    longest: report,
    pieces: ['/', 'a', '%', '\u0001', '\ud800', '?'],
    start: '/',
  },
  {
    name: 'pixelEvent, an activity',
    read: (text) =>
      pixelEvent.safeParse(
        event({
          type: 'activity',
          activity: {
            kind: 'review',
            id: text,
            first_name: text,
            stars: 5,
            body: text,
            product: { title: text, url: text, image: text },
          },
        }),
      ),
    longest: report,
    pieces: ['a', '@', '\n', ...spaces, 'https://'],
  },
  {
    name: 'activityInput',
    read: (text) =>
      activityInput.safeParse({
        kind: 'purchase',
        id: text,
        occurred_at: text,
        person: { first_name: text, email: text, city: text, country: text },
        items: [{ title: text, url: text, image: text }],
      }),
    longest: call,
    pieces: [...domains, ...spaces, '2026-01-01T00:00:00.', '0', 'https://'],
  },
  {
    name: 'reviewInput',
    read: (text) => reviewInput.safeParse({ kind: 'review', id: 'a', body: text, stars: 5 }),
    longest: call,
    pieces: ['a', '\r', ...spaces],
  },
  {
    name: 'emailAddress',
    read: (text) => emailAddress.safeParse(text),
    longest: call,
    pieces: domains,
  },
  { name: 'emailIn', read: emailIn, longest: row, pieces: domains },
  { name: 'domainOf', read: domainOf, longest: header, pieces: [...domains, ...spaces] },
  {
    name: 'exclusionInput',
    read: (value) =>
      ['email_domain', 'country', 'product', 'amount_below'].map((field) =>
        exclusionInput.safeParse({ field, value }),
      ),
    longest: call,
    pieces: [...domains, '1', '1.'],
  },
  {
    name: 'readPhone',
    read: settled((phone) => readPhone({ country: 'NL', phone })),
    longest: 32,
    pieces: ['+', '1', '(', 'x', ' ', ';ext='],
  },
  {
    name: 'readAttribution',
    read: (text) =>
      readAttribution(
        new URL(`https://app.example/?utm_source=${encodeURIComponent(text)}`),
        text,
        'https://app.example',
      ),
    longest: header,
    pieces: ['a', '/', '\u0001', '&', 'https://'],
    end: '',
  },
  {
    name: 'parseAttribution',
    read: parseAttribution,
    longest: call,
    pieces: ['[', '{"utm_source":', '"', '1,', 'a'],
  },
  {
    name: 'productPath',
    read: (text) => productPath('shop.example', text),
    longest: call,
    pieces: ['/', '?', '&utm_a', '&', 'a', '%', '../'],
    start: 'https://shop.example/?utm_',
  },
  {
    name: 'testUrl',
    read: (text) => testUrl(text, { match: 'contains', pattern: 'aaaaaaab' }, site.url),
    longest: header,
    pieces: ['a', 'a.', 'a.aa', ':1', '/', '.', '-'],
  },
  { name: 'normalizeSiteUrl', read: normalizeSiteUrl, longest: header, pieces: [...domains, '+:'] },
  {
    name: 'findPolicyIssues',
    read: (text) =>
      findPolicyIssues(
        { headers: [text], metas: [text] },
        {
          address: site.url,
          pixelOrigin: 'https://app.example',
          nonce: null,
        },
      ),
    longest: header,
    pieces: [';', ',', ' ', 'a', 'a:', '[', 'a.', ':1', '/', "'none' ", 'script-src '],
    start: 'script-src ',
    end: '!',
  },
  {
    name: 'readTable',
    read: settled((text) => readTable(secrets, Buffer.from(text))),
    longest: file,
    pieces: [',', '\n', '\r', '"', '""', 'a', 'a,b\n', '"\n', 'a@a.aa\n', ' ', ';'],
    start: 'id,email\n',
    end: '\nx',
  },
  {
    name: 'readTable, names',
    read: settled((text) => readTable(secrets, Buffer.from(text))),
    longest: file,
    pieces: [',', ' ', '\t', 'a', '"'],
    end: '\n1\n',
  },
  {
    name: 'parseDate',
    read: (text) => parseDate(text, zone),
    longest: header,
    pieces: ['0', ' ', '-00', ':00', 'a', 'Dec ', '/1', '. '],
    start: '2026-01-01T00:00:00.0',
  },
  {
    name: 'findDayOrder',
    read: (text) => findDayOrder([text]),
    longest: header,
    pieces: ['0', ' ', '/01', ':00', ', '],
    start: '1/1/2026',
  },
  {
    name: 'readRow',
    read: (text) =>
      (['purchase', 'signup', 'review', 'product'] as const).map((kind) =>
        readRow(kind, { fields: fieldsOf(text), cellOf: () => text }, notation),
      ),
    longest: header,
    pieces: ['a', '1', '1.', ' ', '@', '\u0001', 'a ', '2026-01-01 '],
  },
  {
    name: 'decodeFile and delimiterOf',
    read: (text) => [decodeFile(Buffer.from(text)), delimiterOf(text)],
    longest: file,
    pieces: ['"', ';', '|', '\n', 'sep=', 'é', '\u0001'],
  },
  {
    name: 'recognizePreset and recognizeColumns',
    read: (text) => [
      recognizePreset('purchase', text.split(',')),
      recognizeColumns('purchase', text.split(',')),
    ],
    longest: header,
    pieces: ['a', ' ', 'é', ':', '-', '(', "'"],
  },
  {
    name: 'titlesIn',
    read: (text) => filePresets.map(({ productIn }) => productIn && titlesIn(text, productIn)),
    longest: header,
    pieces: ['1', ' ', '×', ', ', '1× ', ', 1 ', 'Product Name:', ', Product ', '|'],
  },
  {
    name: 'readProduct',
    read: (text) => readProduct(fieldsOf(text)),
    longest: 64 * 1024,
    pieces: ['a', '1', ' ', '\u0001', '\u0001a', '/'],
  },
  { name: 'fieldName', read: fieldName, longest: 64 * 1024, pieces: [':', ' ', '-', 'a:', '- '] },
  {
    name: 'readFeedItems, XML',
    read: readFeed,
    longest: file,
    pieces: [
      '<a>',
      '<item/>',
      '<item><id>1</id></item>',
      '&amp;',
      'a',
      '<![CDATA[a]]>',
      '<!-- -->',
      '<',
      ' ',
    ],
    start: '<rss><item><id>',
  },
  {
    name: 'readFeedItems, an attribute',
    read: readFeed,
    longest: file,
    pieces: ['a', '&amp;', ' '],
    start: '<rss><item a="',
  },
  {
    name: 'readFeedItems, attributes',
    read: readFeed,
    longest: file,
    pieces: ['a="" ', ' ', '='],
    start: '<rss><item ',
  },
  {
    name: 'readFeedItems, CSV',
    read: readFeed,
    longest: file,
    pieces: [',', '\n', '"', '""', 'a,b\n', 'a', ';', '\r'],
    start: 'id,title\n',
  },
  {
    name: 'cleanWords and cutWords',
    read: (text) => cutWords(cleanWords(text) ?? '', 80),
    longest: call,
    pieces: names,
  },
  {
    name: 'formatPerson',
    read: (text) =>
      formatPerson(person(text), {
        conversion: defaultSiteOptions.conversion,
        words: wordsOf('en'),
      }),
    longest: message,
    pieces: names,
  },
  {
    name: 'templates',
    read: (text) => [templateSlots(text), renderTemplate(text, {})],
    longest: message,
    pieces: ['{', '{a', '{ ', '{a|', '{a}', '}', ' ', '{a |'],
  },
  {
    name: 'findUnprovableClaims',
    read: (text) => findUnprovableClaims({ title: text, text }),
    longest: message,
    pieces: [
      ...['1', '1.', '1 ', '5 people ', '{', '{a|', 'a', 'a ', '%', '.', 'sold '],
      ...['残り', '1人', '数千', '已售', '刚刚', '님이 ', '방금', 'เหลือ', 'อีก 1 '],
    ],
  },
  {
    name: 'findPhrase',
    read: (text) => findPhrase(text, nowWords),
    longest: message,
    pieces: ['{', '{}', 'a', ' ', '.', 'right ', 'nu ', '月現在', '今'],
  },
  {
    name: 'decodePreviewToken',
    read: (token) => decodePreviewToken(secrets, site, { token, now }),
    longest: header,
    pieces: ['a', '.', '1', '-'],
  },
  {
    name: 'languageOfTag',
    read: languageOfTag,
    longest: header,
    pieces: ['de', '-', '-a', '_', ',', ' ', 'zh-', 'hant-', 'a'],
  },
  { name: 'slugOf', read: slugOf, longest: header, pieces: ['-', 'a-', ' ', 'a'] },
])

function fieldsOf(text: string): ReadonlyMap<string, string> {
  const given = ['id', 'title', 'product', 'link', 'price', 'quantity', 'total', 'currency']
  const others = ['occurred_at', 'state', 'email', 'first_name', 'city', 'country', 'body', 'stars']
  return new Map([...given, ...others].map((name) => [name, text]))
}
