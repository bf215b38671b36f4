/** The app in Wix, as billing needs it. Implemented in app/clients/wix. */

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
  /** The same for each delivery of one token. */
  id: string
  topic: string
  instanceId: string
  signedAt: Date
}

/** Topic of an event after which an instance may no longer be installed. */
export const removedTopic = 'AppRemoved'

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
   * The instance for which Wix opens a page of the app. Null: Wix didn't sign it for this app, or it is
   * too old.
   *
   * @param signed the address's parameter `instance`
   */
  readInstance: (signed: string) => string | null
}

/** Wix gives no access to the instance: the app was removed from the site, or its keys are wrong. */
export class InstanceRefused extends Error {
  override readonly name = 'InstanceRefused'

  constructor() {
    super('Wix gives no access to the app on this site.')
  }
}
