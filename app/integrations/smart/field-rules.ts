/** Typical keys and values of each field. Only suggestions use them. */
import { countryCodeOf } from '#app/lib/country-code.ts'
import { readDate } from './dates.ts'
import type { Leaf } from './flatten.ts'
import type { MappedField } from './mapping.ts'
import { readAmount } from './amounts.ts'
import { readRating } from './ratings.ts'
import type { Step } from './steps.ts'

export type FieldRule = {
  field: MappedField
  /** Keys without separators, each with what it is worth. */
  keys: Readonly<Record<string, number>>
  /** Words around it that make it likelier, or less likely. */
  groups?: Readonly<Record<string, number>>
  /** Only in the list of products, or never in it. */
  place: 'item' | 'outside'
  /** The value's points. Null: the value doesn't fit. Never called with an empty one. */
  fits: (value: string | number | boolean) => number | null
  steps: (value: Leaf['value'], key: string) => Step[]
}

const worth = (points: number, keys: string): Record<string, number> =>
  Object.fromEntries(keys.split(' ').map((key) => [key, points]))

const people = {
  ...worth(2, 'customer buyer billing user consumer reviewer subscriber contact person purchaser'),
  ...worth(-1, 'shipping delivery'),
  ...worth(
    -8,
    'owner seller merchant store shop vendor company account product reply =response page',
  ),
}

const isWords = (value: unknown): value is string =>
  typeof value === 'string' && /^[\p{L}\p{M}][\p{L}\p{M}\s.'’-]{0,59}$/u.test(value)
const words = (value: unknown) => (isWords(value) ? 1 : null)
const anyText = (value: unknown) => (typeof value === 'string' && value.length <= 300 ? 0 : null)
const amount = (value: string | number | boolean) => (readAmount(value) === undefined ? null : 1)
const isUrl = (value: unknown): value is string =>
  typeof value === 'string' && /^(?:https?:)?\/\/\S{3,}$/i.test(value)
const isImage = (value: string) => /\.(?:jpe?g|png|webp|gif|avif)(?:$|\?)/i.test(value)

const titleSteps = (value: Leaf['value']): Step[] => [
  ...(typeof value === 'string' && /[<&]/.test(value)
    ? ['strip_html' as const]
    : ['trim' as const]),
  { truncate: 120 },
]
const urlSteps = (value: Leaf['value']): Step[] =>
  String(value).startsWith('http:') ? ['trim'] : ['trim', 'https_url']

const wholeNames =
  'name fullname displayname customername buyername reviewername contactname reviewer'

export const fieldRules: readonly FieldRule[] = [
  {
    field: 'person.first_name',
    keys: {
      ...worth(10, 'firstname fname givenname forename first billingfirstname'),
      ...worth(6, wholeNames),
    },
    groups: people,
    place: 'outside',
    fits: words,
    steps: (_value, key) =>
      wholeNames.split(' ').includes(key)
        ? ['trim', 'first_word', 'title_case']
        : ['trim', 'title_case'],
  },
  {
    field: 'person.email',
    keys: {
      mail: 10,
      ...worth(10, 'email emailaddress useremail'),
      ...worth(11, 'customeremail buyeremail billingemail payeremail contactemail'),
      ...worth(5, 'text value answer'),
    },
    groups: people,
    place: 'outside',
    fits: (value) =>
      typeof value === 'string' && /^[^\s@]{1,64}@[^\s@]{1,180}\.[^\s@.]{2,20}$/.test(value)
        ? 4
        : null,
    steps: () => ['trim', 'lower'],
  },
  {
    field: 'person.city',
    keys: worth(10, 'city town locality billingcity addresscity'),
    groups: people,
    place: 'outside',
    fits: words,
    steps: () => ['trim'],
  },
  {
    field: 'person.country',
    keys: {
      ...worth(10, 'country countryname billingcountry ipcountry'),
      ...worth(11, 'countrycode countryiso countryiso2 billingcountrycode'),
    },
    groups: people,
    place: 'outside',
    fits: (value) => (typeof value === 'string' && countryCodeOf(value) ? 3 : null),
    steps: () => ['country_iso2'],
  },
  {
    field: 'item.title',
    keys: {
      ...worth(10, 'title productname producttitle itemname itemtitle productnameoriginal'),
      ...worth(9, 'name eventname coursename planname'),
      ...worth(4, 'description'),
    },
    place: 'item',
    fits: anyText,
    steps: titleSteps,
  },
  {
    field: 'item.url',
    keys: worth(10, 'url link permalink producturl productlink productpermalink itemurl href'),
    groups: worth(-9, 'image images img thumbnail picture photo avatar'),
    place: 'item',
    fits: (value) =>
      isUrl(value) ? (isImage(value) || /\/\/api\.|\/v\d+\//.test(value) ? null : 2) : null,
    steps: urlSteps,
  },
  {
    field: 'item.image',
    keys: {
      ...worth(10, 'image img thumbnail picture imageurl imagesrc imagelink productimage photo'),
      ...worth(6, 'src'),
    },
    place: 'item',
    fits: (value) => (isUrl(value) ? (isImage(value) ? 3 : 1) : null),
    steps: urlSteps,
  },
  {
    field: 'item.quantity',
    keys: worth(10, 'quantity qty'),
    place: 'item',
    fits: amount,
    steps: () => ['decimal'],
  },
  {
    field: 'item.price',
    keys: worth(10, 'price unitprice itemprice productprice priceamount'),
    place: 'item',
    fits: amount,
    steps: () => ['decimal'],
  },
  {
    field: 'item.product_id',
    keys: worth(10, 'productid itemid'),
    place: 'item',
    fits: (value) => (typeof value === 'boolean' ? null : 1),
    steps: () => [],
  },
  {
    field: 'total',
    keys: {
      ...worth(12, 'total totalprice ordertotal grandtotal totalamount amounttotal totalpaid'),
      ...worth(11, 'amount amountpaid saleprice pricesummarytotalamount totalvalue'),
      ...worth(8, 'price value'),
    },
    groups: worth(-9, 'tax taxes discount shipping fee refund refunds details subtotal line lines'),
    place: 'outside',
    fits: amount,
    steps: () => ['decimal'],
  },
  {
    field: 'currency',
    keys: worth(10, 'currency currencycode currencyiso ordercurrency'),
    place: 'outside',
    fits: (value) => (typeof value === 'string' && /^[a-z]{3}$/i.test(value) ? 2 : null),
    steps: () => ['upper'],
  },
  {
    field: 'occurred_at',
    keys: {
      ...worth(12, 'datepaidgmt paidat saletimestamp purchasedat purchasedate orderdate'),
      ...worth(11, 'datecreatedgmt createdat created createdate createddate createtime'),
      ...worth(10, 'submittedat firedat eventtime timestamp datecreated completedat subscribedat'),
      ...worth(9, 'date time datetime landedat'),
    },
    groups: worth(-6, 'customer user product =response reply updated modified'),
    place: 'outside',
    fits: (value) =>
      typeof value !== 'boolean' && 'moment' in readDate(value, { format: 'auto' }) ? 3 : null,
    steps: dateSteps,
  },
  {
    field: 'stars',
    keys: worth(10, 'rating stars starrating ratingvalue reviewrating score'),
    groups: worth(-6, 'average aggregate'),
    place: 'outside',
    fits: (value) => (typeof readRating(value, 100) === 'number' ? 2 : null),
    steps: (value) => [{ rating: { max: scaleOf(value) } }],
  },
  {
    field: 'body',
    keys: {
      ...worth(10, 'reviewtext comment comments review reviewbody'),
      ...worth(8, 'text body content message'),
    },
    groups: worth(-9, 'reply =response'),
    place: 'outside',
    fits: (value) => (typeof value === 'string' ? 1 : null),
    steps: () => ['strip_html'],
  },
  {
    field: 'test',
    keys: worth(10, 'test istest testmode testorder'),
    place: 'outside',
    fits: (value) => (/^(?:true|false|[01])$/i.test(String(value)) ? 1 : null),
    steps: () => [],
  },
]

/** The format that the sample proves. A day that could be another one stays with `auto`, which asks. */
function dateSteps(value: Leaf['value']): Step[] {
  if (typeof value === 'number' || /^\d+$/.test(String(value))) {
    return [{ date: String(value).split('.')[0]?.length === 13 ? 'unix_ms' : 'unix' }]
  }
  const text = String(value ?? '')
  if (/^\d{4}-/.test(text)) return [{ date: 'iso' }]
  const slashed = /^(\d{1,2})[./-](\d{1,2})[./-]/.exec(text)
  if (slashed) return [{ date: Number(slashed[1]) > 12 ? 'dmy' : 'mdy' }]
  return [{ date: /^[a-z]{3},? /i.test(text) ? 'rfc2822' : 'auto' }]
}

function scaleOf(value: Leaf['value']): number {
  if (typeof value === 'string' && value.includes('/')) return Number(value.split('/')[1]) || 5
  const rating = typeof value === 'number' ? value : Number(value)
  return rating > 10 ? 100 : rating > 5 ? 10 : 5
}
