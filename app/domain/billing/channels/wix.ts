/** The app in Wix. Implemented in app/clients/wix. */

/** The plan of an instance, as Wix has it now. */
export type WixPlan = {
  /** Plan of the catalog. Null: none of its plans for Wix is this package. */
  planId: string | null
  /** Wix’ name for it. */
  packageName: string
  /** `MONTHLY`, `YEARLY` … */
  cycle: string
  /** When it was bought. Renewals keep it. */
  purchasedAt: Date
  /** When the current cycle ends. Null: Wix doesn't say, which it only does for years. */
  expiresAt: Date | null
  /** False: it was canceled and ends with its cycle. */
  renews: boolean
}

/** A webhook that Wix signed for this app. Its statements about plans are ignored. */
type WixEvent = {
  /** The event's, or, where Wix gives it none, the same for each delivery of one token. */
  id: string
  topic: string
  instanceId: string
  signedAt: Date
  /** JSON of the order or the member that it is about. Empty for other topics: their state is read at Wix. */
  content: string
}

/** Who Wix says has opened a page of the app, and for which site. */
export type WixVisitor = {
  instanceId: string
  /** Wix' ID of the person. Null: a visitor or a member of the site, or Wix doesn't say. */
  personId: string | null
  /** When Wix signed it. Null: Wix vouches for the rest without saying when it began. */
  signedAt: Date | null
}

/** The site of an instance, as Wix has it now. */
export type WixSite = {
  /** Null: it has no name. */
  name: string | null
  /** As Wix writes it. Null: the site isn't published. */
  url: string | null
}

/** Topic of an event after which an instance may no longer be installed. */
export const removedTopic = 'AppRemoved'

/** Topic of an event after which an instance may be installed. */
export const installedTopic = 'AppInstalled'

/**
 * Calls throw TryLater when Wix can't be reached, BadRecord for answers that can't be read, and
 * InstanceRefused.
 */
export type WixApp = {
  /** Wix’ page on which owners of sites cancel what they pay for. */
  subscriptionsUrl: string
  /** Null: the site uses the app for free. */
  readPlan: (instanceId: string) => Promise<WixPlan | null>
  /**
   * Creates a checkout, which charges nothing before it is paid. It can be paid for 48 hours.
   *
   * @throws ChargeRefused as well
   */
  createCheckout: (
    instanceId: string,
    wanted: { planId: string; returnUrl: string; isTest: boolean },
  ) => Promise<{ id: string; url: string }>
  /** @param body as it came */
  readEvent: (
    body: string,
  ) => { event: WixEvent } | { refused: 'forged' | 'malformed'; detail: string }
  /**
   * The instance for which Wix opens a page of the app. Asks Wix, and counts by the signature alone while Wix
   * doesn't answer. Null: Wix didn't sign it for this app, or it is too old.
   *
   * @param signed the address's parameter `instance`
   */
  checkInstance: (signed: string) => Promise<WixVisitor | null>
  /** Also shows that the app is installed there. */
  readSite: (instanceId: string) => Promise<WixSite>
  /** IANA, as the site's owner set it. Null: Wix doesn't say, or doesn't let the app read it. */
  readTimeZone: (instanceId: string) => Promise<string | null>
  /**
   * Puts the app's script on the pages of the site. Repeatable.
   *
   * @param parameters of the script, all of them. Letters and digits alone
   */
  embedScript: (instanceId: string, parameters: Readonly<Record<string, string>>) => Promise<void>
  /** Ends the mark “Setup incomplete” in the list of the site's apps. Repeatable. */
  reportSetup: (instanceId: string) => Promise<void>
  /** Wix' page on which people install the app, which leads back to the address. */
  installUrl: (returnUrl: string) => string
  /** Where the owner of the site opens the app. */
  dashboardUrl: (instanceId: string) => string
}

/** Wix gives no access to the instance: the app was removed from the site, or its keys are wrong. */
export class InstanceRefused extends Error {
  override readonly name = 'InstanceRefused'

  constructor() {
    super('Wix gives no access to the app on this site.')
  }
}
