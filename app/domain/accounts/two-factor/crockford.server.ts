/** Secrets that people keep on paper: no letter looks like a digit (the alphabet is Crockford's base 32). */
import { randomBytes } from 'node:crypto'

const letters = '0123456789abcdefghjkmnpqrstvwxyz'

/** Five bits a letter. */
export const randomCrockford = (length: number): string =>
  Array.from(randomBytes(length), (byte) => letters.charAt(byte & 31)).join('')

/** What was meant, however it was typed: in capitals, in groups, with an O for a zero. */
export const normalizeCrockford = (typed: string): string =>
  typed.toLowerCase().replace(/[\s-]/g, '').replaceAll('o', '0').replace(/[il]/g, '1')
