/** An immediate end of a subscription. */
export type EndOrder = {
  subscription: string
  operation: string
  /**
   * Ends it only while its first payment hasn’t arrived, while its last one is overdue, or while it’s paused: it
   * can be paid or resumed after the caller has read it. Otherwise it’s refused as `gone`, where the provider can say so. Absent: in any state.
   */
  whileUnpaid?: 'first' | 'last' | 'paused'
}
