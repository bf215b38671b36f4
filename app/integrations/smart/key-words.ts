/** Words of a key, however a service joins them: `firstName`, `first_name`, `FIRST-NAME`, `FNAME`. */

/** Lower case, the longest 12. */
export function wordsOf(key: string): string[] {
  const spaced = key.slice(0, 120).replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
  return (spaced.toLowerCase().match(/[\p{L}\d]+/gu) ?? []).slice(0, 12)
}

/** The same without spaces: `firstname`. */
export const joinedWords = (key: string): string => wordsOf(key).join('')
