/** Names and places that were typed in capital or small letters only, as they are written. */

/** In these, i and ı are two letters. */
const turkic = new Set(['TR', 'AZ', 'CY'])

type Casing = {
  /** ISO 3166-1 alpha-2. */
  country: string | null
  /** Stay small inside a name. Folded like the text: in small letters. */
  small?: ReadonlySet<string>
}

/** Text with mixed capital and small letters stays as it is. */
export function titleCase(text: string, { country, small = new Set() }: Casing): string {
  const isMixed = /\p{Lu}/u.test(text) && /\p{Ll}/u.test(text)
  // Georgian has capital letters for whole words only.
  if (isMixed || !/\p{Cased}/u.test(text) || /\p{Script=Georgian}/u.test(text)) return text
  const locale = country !== null && turkic.has(country) ? 'tr' : 'en'
  const words = text.toLocaleLowerCase(locale).split(/(?<=[\s\-–/.(])|(?=[\s\-–/)])/u)
  let isFirst = true
  const written = words.map((word) => {
    if (!/\p{L}/u.test(word)) return word
    const isLater = !isFirst
    isFirst = false
    if (isLater && small.has(word)) return word
    const elided = isLater ? (/^\p{L}+['’](?=\p{L}{2})/u.exec(word)?.[0] ?? '') : ''
    const start = small.has(elided.replace('’', "'")) ? elided : ''
    return `${start}${capitalized(word.slice(start.length), locale, country)}`
  })
  return written.join('')
}

/** "o'brien" is "O'Brien", "d'arcy" is "D'Arcy", "'t" stays. */
function capitalized(word: string, locale: string, country: string | null): string {
  if (/^['’]\p{L}$/u.test(word)) return word
  const isDutch = (country === 'NL' || country === 'BE') && word.startsWith('ij')
  if (isDutch) return `IJ${word.slice(2)}`
  return word
    .replace(/\p{L}/u, (letter) => letter.toLocaleUpperCase(locale))
    .replace(
      /^(\p{L}['’])(\p{L})(?=\p{L})/u,
      (_all, start: string, letter: string) => `${start}${letter.toLocaleUpperCase(locale)}`,
    )
}
