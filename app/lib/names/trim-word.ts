/** A word from the first character that can begin it to the last one that can end it. */
export function trimWord(word: string, { begins, ends }: { begins: RegExp; ends: RegExp }): string {
  const letters = Array.from(word)
  const from = letters.findIndex((letter) => begins.test(letter))
  const to = letters.findLastIndex((letter) => ends.test(letter))
  return from < 0 ? '' : letters.slice(from, to + 1).join('')
}
