/** Installation guides by platform. Only those that work today. */
import type { HomePageFindings } from '#app/domain/sites/home-page/find-in-home-page.ts'
import type { ShopPlatform } from '#app/domain/sites/home-page/platform.ts'

export type InstallGuide = {
  /** Stable, for URLs and tests. */
  id: 'any' | 'tag-manager' | Exclude<ShopPlatform, 'woocommerce'>
  name: string
  steps: readonly string[]
  note?: string
  /** Needs the code for tag managers. */
  isManaged?: boolean
}

export const installGuides: readonly InstallGuide[] = [
  {
    id: 'any',
    name: 'Any site',
    steps: [
      'Open the template shared by all your pages.',
      'Paste the code just before </body>.',
      'Publish the pages.',
    ],
    note: 'If the code is on a page twice, it only loads once.',
  },
  {
    id: 'shopify',
    name: 'Shopify',
    steps: [
      'Go to Online Store, then Themes.',
      'Next to your theme, choose Edit code and open layout/theme.liquid.',
      'Paste the code just before </body> and save.',
    ],
    note: 'Shopify’s checkout isn’t part of your theme, so nudges don’t show there. Send orders through the REST API.',
  },
  {
    id: 'wordpress',
    name: 'WordPress and WooCommerce',
    steps: [
      'Use a plugin that adds code to every page’s footer, or edit footer.php in your child theme.',
      'Paste the code just before </body> and save.',
      'Clear your page cache, if you use one.',
    ],
    note: 'Exclude this script from plugins that combine or delay scripts.',
  },
  {
    id: 'wix',
    name: 'Wix',
    steps: [
      'Go to Settings, then Custom Code.',
      'Add the code to all pages, placed at the end of the body.',
      'Load it on each new page, and apply.',
    ],
    note: 'Wix requires a custom domain for this.',
  },
  {
    id: 'bigcommerce',
    name: 'BigCommerce',
    steps: [
      'Go to Storefront, then Script Manager, and create a script.',
      'Choose Footer, All pages and the script type Script.',
      'Paste the code and save.',
    ],
  },
  {
    id: 'squarespace',
    name: 'Squarespace',
    steps: [
      'Search the settings for Code Injection and open it.',
      'Paste the code into the Footer field.',
      'Save.',
    ],
    note: 'Not every Squarespace plan includes code injection.',
  },
  {
    id: 'webflow',
    name: 'Webflow',
    steps: [
      'Open your site’s settings, then Custom code.',
      'Paste the code into the Footer code field and save.',
      'Publish the site.',
    ],
    note: 'Not every Webflow plan includes custom code.',
  },
  {
    id: 'magento',
    name: 'Magento',
    steps: [
      'Go to Content, then Configuration, and edit your store view.',
      'Open Footer and paste the code into Miscellaneous HTML.',
      'Save, then flush the cache.',
    ],
  },
  {
    id: 'prestashop',
    name: 'PrestaShop',
    steps: [
      'Use a module that adds code to every page’s footer, or edit the layout template in your child theme.',
      'Paste the code just before </body> and save.',
      'Clear the cache under Advanced Parameters, then Performance.',
    ],
  },
  {
    id: 'tag-manager',
    name: 'Google Tag Manager',
    steps: [
      'Create a new tag of type Custom HTML.',
      'Paste this tag manager code instead of the code above.',
      'Choose All Pages as the trigger, and publish.',
    ],
    note: 'Our page check can’t see code added by a tag manager. Watch the pixel status instead.',
    isManaged: true,
  },
]

/** The ones for what was found on the home page come first. The order of the others stays. */
export function guidesFor(
  found: Pick<HomePageFindings, 'platform' | 'hasTagManager'> | null,
): readonly InstallGuide[] {
  const platform = found?.platform === 'woocommerce' ? 'wordpress' : found?.platform
  const isFound = ({ id }: InstallGuide) =>
    id === platform || (id === 'tag-manager' && found?.hasTagManager === true)
  return [...installGuides.filter(isFound), ...installGuides.filter((guide) => !isFound(guide))]
}
