/** @param double origin of a double that replaces all of them */
export const wixOrigins = (double: string | undefined) => ({
  api: double ?? 'https://www.wixapis.com',
  /** Where owners of sites cancel what they pay for. */
  subscriptions: `${double ?? 'https://manage.wix.com'}/account/subscriptions`,
  /** Where the app is installed from outside of Wix. */
  installer: `${double ?? 'https://www.wix.com'}/app-installer`,
  /**
   * The list of someone's sites, from where they open one. The dashboard of a site is named by its own ID, which
   * isn't that of the instance.
   */
  sites: `${double ?? 'https://manage.wix.com'}/account/sites`,
})
