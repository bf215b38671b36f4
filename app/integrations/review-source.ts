/** Who can connect a page of reviews, and how it is known to be the site's. */
export type ReviewSource<Settings> = {
  /** Hours that a review may be shown after it was last listed. Default: those of 30 days. */
  keptHours?: number
  /** Absent: only the owner of the reviews can connect them, by a login or a key. */
  page?: {
    /** The public page. */
    addressOf: (settings: Settings) => string
    /** Whether a link of the site's home page leads to it. Absent: links prove nothing. */
    isLink?: (settings: Settings, link: URL) => boolean
    /**
     * The list of reviews that the page shows, the same at each of its addresses and for each integration that
     * reads it. Absent: the account's.
     */
    listOf?: (settings: Settings) => string
    /** The page is that of a domain, which has to be the site's. */
    domainOf?: (settings: Settings) => string
    /** Only the page's owner can answer its reviews, and answers are listed with them. */
    hasAnswers: boolean
  }
}
