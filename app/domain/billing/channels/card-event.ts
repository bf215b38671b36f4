/** A webhook that Stripe signed. */
export type CardEvent = {
  id: string
  type: string
  createdAt: Date
  /** The customer it is about. Null: none. */
  customer: string | null
  /** Id of the object that changed. */
  object: string
}
