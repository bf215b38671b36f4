/** Secrets that people write down: in Crockford's base 32, where no letter looks like a digit. */
import { randomBytes } from 'node:crypto'

const letters = '0123456789abcdefghjkmnpqrstvwxyz'

/** Five bits per letter. */
export const randomCrockford = (length: number): string =>
  Array.from(randomBytes(length), (byte) => letters.charAt(byte & 31)).join('')

/** Normalizes input: any case, any grouping, O for zero. */
export const normalizeCrockford = (typed: string): string =>
  typed.toLowerCase().replace(/[\s-]/g, '').replaceAll('o', '0').replace(/[il]/g, '1')
