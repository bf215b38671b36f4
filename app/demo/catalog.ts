/** Products of the demo shop. */

export type DemoProduct = {
  slug: string
  title: string
  /** In cents. */
  price: number
  description: string
  /** File in app/demo/pictures, without its extension. */
  picture: string
}

export const demoCurrency = 'EUR'

export const demoProducts: readonly DemoProduct[] = [
  {
    slug: 'stoneware-mug',
    title: 'Stoneware mug',
    price: 1800,
    description: 'Thrown by hand, glazed inside, left raw outside. Holds a large coffee.',
    picture: 'mug',
  },
  {
    slug: 'oak-serving-board',
    title: 'Oak serving board',
    price: 3450,
    description: 'One piece of oiled oak with a handle that hangs on a hook.',
    picture: 'board',
  },
  {
    slug: 'glass-carafe',
    title: 'Glass carafe',
    price: 2600,
    description: 'A litre of water, lemonade or the first flowers of the year.',
    picture: 'carafe',
  },
  {
    slug: 'beeswax-candle',
    title: 'Beeswax candle',
    price: 1250,
    description: 'Pure wax in a glass. Burns for a winter of evenings.',
    picture: 'candle',
  },
  {
    slug: 'linen-tea-towel',
    title: 'Linen tea towel',
    price: 1490,
    description: 'Striped, washed soft, and dry again before the next plate.',
    picture: 'towel',
  },
  {
    slug: 'terracotta-pot',
    title: 'Terracotta pot',
    price: 2190,
    description: 'With a saucer. The plant that you see is not included.',
    picture: 'pot',
  },
]

export const findDemoProduct = (slug: string): DemoProduct | null =>
  demoProducts.find((product) => product.slug === slug) ?? null

const format = new Intl.NumberFormat('en', { style: 'currency', currency: demoCurrency })

/** @param cents as in the catalog */
export const priceText = (cents: number) => format.format(cents / 100)
