/** Given names of services, which write them as HTML too: "Se&aacute;n Murphy". */
import * as names from '#app/lib/names/given-name.ts'
import { plainLine } from '#app/lib/markup/plain-text.ts'

const plain = (text: string | null | undefined) => (text == null ? text : plainLine(text))

/** See `firstNameOf` of lib/names, which reads plain text. */
export const firstNameOf = (
  whole: string | null | undefined,
  country?: string | null,
): string | null => names.firstNameOf(plain(whole), country)

/** See `firstNameIn` of lib/names, which reads plain text. */
export const firstNameIn = ({ first, last, ...field }: names.NameField): string | null =>
  names.firstNameIn({ ...field, first: plain(first), last: plain(last) })
