/** The word without accents, case, periods and apostrophes, for comparisons. */
export const foldName = (word: string): string =>
  isAscii(word) ? word.replaceAll(/[.'`]/g, '').toLowerCase() : foldAny(word)

/** Most names, which have nothing to take apart. */
const isAscii = (word: string) => /^[ -~]*$/.test(word)

const foldAny = (word: string): string =>
  word
    .normalize('NFD')
    .replaceAll(/(?<=[\p{Script=Latin}\p{Script=Greek}\p{Script=Arabic}])\p{M}+/gu, '')
    .replaceAll(/[.’'‘ʼ`´]/gu, '')
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/[đðıłøßæœأإٱى]/gu, (letter) => plain[letter] ?? letter)

const plain: Readonly<Record<string, string>> = {
  đ: 'd',
  ð: 'd',
  ı: 'i',
  ł: 'l',
  ø: 'o',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  أ: 'ا',
  إ: 'ا',
  ٱ: 'ا',
  ى: 'ي',
}
