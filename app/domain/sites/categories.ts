/** What a site is about. Specification section 3, `Site.site_category`. Safe in the browser. */

export type SiteCategory = {
  /** Numbers stay: programs may have stored them. */
  id: number
  /** As the column holds it. */
  identity: string
  name: string
  description: string
  /** A name of @shopify/polaris-icons. */
  icon: string
  /** In lists. */
  position: number
}

const listed = [
  [1, 'fashion', 'Fashion', 'Clothes, shoes and accessories', 'DiscountIcon'],
  [2, 'beauty', 'Beauty and health', 'Care, cosmetics and wellbeing', 'HeartIcon'],
  [3, 'home', 'Home and garden', 'Furniture, kitchen, plants and tools', 'HomeIcon'],
  [4, 'food', 'Food and drink', 'Groceries, treats and restaurants', 'FoodIcon'],
  [5, 'electronics', 'Electronics', 'Devices, computers and what belongs to them', 'DesktopIcon'],
  [6, 'sports', 'Sports and outdoor', 'Equipment, clothing and clubs', 'SportsIcon'],
  [7, 'toys', 'Toys and games', 'For children and for players', 'GamesIcon'],
  [8, 'art', 'Art and crafts', 'Made by hand, and what it is made of', 'PaintBrushFlatIcon'],
  [9, 'books', 'Books and media', 'To read, to hear and to watch', 'BookIcon'],
  [10, 'services', 'Services', 'Trades, agencies and advice', 'WrenchIcon'],
  [11, 'software', 'Software', 'Programs and online services', 'CodeIcon'],
  [12, 'education', 'Courses', 'Lessons, schools and events to learn at', 'LightbulbIcon'],
  [13, 'travel', 'Travel and events', 'Journeys, stays and tickets', 'AirplaneIcon'],
  [14, 'nonprofit', 'Associations', 'Charities, clubs and campaigns', 'GlobeIcon'],
  [15, 'other', 'Something else', 'None of these', 'StoreIcon'],
] as const

export const siteCategories: readonly (SiteCategory & { icon: CategoryIcon })[] = listed.map(
  ([id, identity, name, description, icon], index) => ({
    ...{ id, identity, name, description, icon },
    position: index + 1,
  }),
)
export type CategoryIcon = (typeof listed)[number][4]

/** Null for none, and for one that is no longer listed. */
export const findCategory = (identity: string | null): SiteCategory | null =>
  siteCategories.find((category) => category.identity === identity) ?? null
