/** Decides who is shown nothing, so that the effect of the nudges can be measured. Safe in the browser. */

/**
 * - `shown`: gets nudges. - `holdout`: gets none, to compare with. - `none`: no experiment runs.
 * - `paused`: the owner has stopped all nudges, so that there is nothing to pay for.
 */
export type Arm = 'shown' | 'holdout' | 'none' | 'paused'

/** Bytes 12 to 15 of a key are read here and nowhere else: another split must take others. */
const firstByte = 12
const values = 2 ** 32

/**
 * The arm of a visitor: always the same for the same key and percentage. A higher percentage only
 * moves visitors from `shown` to `holdout`, a lower one only back.
 *
 * @param key at least 16 evenly distributed bytes, like a visitor's key
 * @param holdoutPercent 0 to 100, also fractions; 0 means that no experiment runs
 * @throws {RangeError} when the key is shorter or the percentage is none
 */
export function assignArm(key: Uint8Array, holdoutPercent: number): Arm {
  if (!(holdoutPercent >= 0 && holdoutPercent <= 100)) {
    throw new RangeError('The hold-out is a percentage from 0 to 100.')
  }
  if (key.byteLength < firstByte + 4) throw new RangeError('A visitor key has at least 16 bytes.')
  if (holdoutPercent === 0) return 'none'

  const drawn = new DataView(key.buffer, key.byteOffset, key.byteLength).getUint32(firstByte)
  return drawn * 100 < holdoutPercent * values ? 'holdout' : 'shown'
}
