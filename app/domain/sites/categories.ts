/**
 * Categories of sites, with the ids and names that the specification lists. Safe in the browser.
 */

export type SiteCategory = {
  /** Never changes, because other programs may have stored it. */
  id: number
  /** Value in the database column. */
  identity: string
  name: string
  description: string
  /** Name of an icon in @shopify/polaris-icons. */
  icon: string
  /** Sort order. */
  position: number
}

const listed = [
  [1, 'fashion', 'Fashion', 'Clothing, shoes and accessories', 'DiscountIcon'],
  [2, 'beauty', 'Beauty and health', 'Skincare, cosmetics and wellness', 'HeartIcon'],
  [3, 'home', 'Home and garden', 'Furniture, kitchen, plants and tools', 'HomeIcon'],
  [4, 'food', 'Food and drink', 'Groceries, treats and restaurants', 'FoodIcon'],
  [5, 'electronics', 'Electronics', 'Devices, computers and accessories', 'DesktopIcon'],
  [6, 'sports', 'Sports and outdoor', 'Equipment, clothing and clubs', 'SportsIcon'],
  [7, 'toys', 'Toys and games', 'For kids and gamers', 'GamesIcon'],
  [8, 'art', 'Art and crafts', 'Handmade goods and craft supplies', 'PaintBrushFlatIcon'],
  [9, 'books', 'Books and media', 'Books, music and film', 'BookIcon'],
  [10, 'services', 'Services', 'Trades, agencies and consulting', 'WrenchIcon'],
  [11, 'software', 'Software', 'Apps and online services', 'CodeIcon'],
  [12, 'education', 'Courses', 'Classes, schools and workshops', 'LightbulbIcon'],
  [13, 'travel', 'Travel and events', 'Trips, stays and tickets', 'AirplaneIcon'],
  [14, 'nonprofit', 'Associations', 'Charities, clubs and campaigns', 'GlobeIcon'],
  [15, 'other', 'Other', 'None of the above', 'StoreIcon'],
] as const

export const siteCategories: readonly (SiteCategory & { icon: CategoryIcon })[] = listed.map(
  ([id, identity, name, description, icon], index) => ({
    id,
    identity,
    name,
    description,
    icon,
    position: index + 1,
  }),
)
export type CategoryIcon = (typeof listed)[number][4]

/** Null for none, and for one that is no longer listed. */
export const findCategory = (identity: string | null): SiteCategory | null =>
  siteCategories.find((category) => category.identity === identity) ?? null
