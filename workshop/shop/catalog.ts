/** Products of the demo shop. */

export type DemoProduct = {
  slug: string
  title: string
  /** In cents. */
  price: number
  description: string
  /** File in workshop/shop/pictures or public/example-shop, without its extension. */
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
    description: 'A single piece of oiled oak with a handle for hanging.',
    picture: 'board',
  },
  {
    slug: 'glass-carafe',
    title: 'Glass carafe',
    price: 2600,
    description: 'Holds a liter of water, lemonade or spring flowers.',
    picture: 'carafe',
  },
  {
    slug: 'beeswax-candle',
    title: 'Beeswax candle',
    price: 1250,
    description: 'Pure beeswax in a glass. Burns for many evenings.',
    picture: 'candle',
  },
  {
    slug: 'linen-tea-towel',
    title: 'Linen tea towel',
    price: 1490,
    description: 'Striped, soft-washed and quick to dry.',
    picture: 'towel',
  },
  {
    slug: 'terracotta-pot',
    title: 'Terracotta pot',
    price: 2190,
    description: 'Comes with a saucer. Plant not included.',
    picture: 'pot',
  },
]

export const findDemoProduct = (slug: string): DemoProduct | null =>
  demoProducts.find((product) => product.slug === slug) ?? null

const format = new Intl.NumberFormat('en', { style: 'currency', currency: demoCurrency })

/** @param cents as in the catalog */
export const priceText = (cents: number) => format.format(cents / 100)
