/** The editor's fields for what an owner fills in, as data: the form is drawn and read from it. */

export type ContentInput = {
  /** `moment`: a day and a time by the site's clock. `date`: a day. */
  kind: 'text' | 'moment' | 'date' | 'check'
  /** The property of the content. */
  name: string
  label: string
  /** `{timeZone}` is replaced by the site's. */
  help?: string
  /** It can have placeholders. */
  takesFacts?: true
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
  {
    kind: 'text',
    name: 'image',
    label: 'Image URL',
    help: 'A JPEG, PNG, WebP or GIF of up to 5 MB, at a URL that starts with https://. Animations are shown still.',
  },
  {
    kind: 'text',
    name: 'url',
    label: 'Link URL',
    help: 'Must start with https://. Leave blank for no link.',
  },
]

export const goalFields: ContentFields = {
  title: 'Sign-up',
  inputs: [
    {
      kind: 'text',
      name: 'goal',
      label: 'Name',
      help: 'For example “the newsletter”. Leave blank to leave it out.',
      isWide: true,
    },
  ],
  findings: 'goal',
}
