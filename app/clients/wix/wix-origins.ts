/** @param double origin of a double that replaces all of them */
export const wixOrigins = (double: string | undefined) => ({
  api: double ?? 'https://www.wixapis.com',
  /** Where owners of sites cancel what they pay for. */
  subscriptions: `${double ?? 'https://manage.wix.com'}/account/subscriptions`,
})
