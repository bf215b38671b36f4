import { formatCount } from '#app/ui/format/format-number.ts'

/** "1 site", "3 sites". */
export const countWithNoun = (count: number, word: string) =>
  `${formatCount(count)} ${word}${count === 1 ? '' : 's'}`
