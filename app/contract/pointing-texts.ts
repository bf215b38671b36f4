/** Words of the owner's preview while they point at a place or at a form. */

/** `{…}` are filled by the page. */
export type PointingTexts = {
  title: string
  how: string
  keys: string
  where: string
  before: string
  inside: string
  after: string
  use: string
  again: string
  larger: string
  smaller: string
  pause: string
  resume: string
  checking: string
  found: string
  missing: string
  unchecked: string
  alone: string
  unnamed: string
  sent: string
  failed: string
  expired: string
}

/** `{fields}` is filled by the page. */
export type FormPointingTexts = Pick<
  PointingTexts,
  | 'title'
  | 'how'
  | 'keys'
  | 'use'
  | 'again'
  | 'pause'
  | 'resume'
  | 'unnamed'
  | 'sent'
  | 'failed'
  | 'expired'
> & {
  /** After a form was selected. */
  picked: string
  /** The page displays no form. */
  none: string
}
