/** The editor's fields for what an owner fills in, as data: the form is drawn and read from it. */

export type ContentInput = {
  /** `moment`: a day and a time by the site's clock. `date`: a day. */
  kind: 'text' | 'moment' | 'date' | 'check'
  /** The property of the content. */
  name: string
  label: string
  /** `{timeZone}` is replaced by the site's. */
  help?: string
  lines?: number
  /** Fills a row. Others share one in pairs. */
  isWide?: boolean
}

export type ContentFields = {
  /** The property whose field shows findings about the whole content. Null: they show at the name. */
  findings: string | null
} & (
  | { kind?: undefined; title: string; lead?: string; inputs: readonly ContentInput[] }
  /** Forms of their own, with rows by country. */
  | { kind: 'delivery' }
  | { kind: 'thresholds' }
)

export const pictureInputs: ContentInput[] = [
  { kind: 'text', name: 'image', label: 'Address of a picture', help: 'Begins with https://.' },
  {
    kind: 'text',
    name: 'url',
    label: 'Leads to',
    help: 'Begins with https://. Empty: nowhere.',
  },
]

export const goalFields: ContentFields = {
  title: 'What they signed up for',
  inputs: [
    {
      kind: 'text',
      name: 'goal',
      label: 'Name',
      help: 'Such as the newsletter. Empty: no name.',
      isWide: true,
    },
  ],
  findings: 'goal',
}
