/**
 * Assigns visitors to the holdout group, which sees no nudges, to measure the effect of nudges.
 * Safe in the browser.
 */

/**
 * - `shown`: sees nudges.
 * - `holdout`: sees none, as the control group.
 * - `none`: the site has no holdout group.
 * - `paused`: no nudges at all, so visitors aren't billed.
 */
export type Arm = 'shown' | 'holdout' | 'none' | 'paused'

/** Bytes 12 to 15 of a key are reserved for this split. Any other split must use other bytes. */
const firstByte = 12
const values = 2 ** 32

/**
 * A visitor's arm: always the same for the same key and percentage. Raising the percentage only
 * moves visitors from `shown` to `holdout`, lowering it only moves them back.
 *
 * @param key at least 16 evenly distributed bytes, for example a visitor's key
 * @param holdoutPercent 0 to 100, fractions allowed; 0 means no holdout group
 * @throws {RangeError} when the key is shorter or the percentage is invalid
 */
export function assignArm(key: Uint8Array, holdoutPercent: number): Arm {
  if (!(holdoutPercent >= 0 && holdoutPercent <= 100)) {
    throw new RangeError('The holdout group is a percentage from 0 to 100.')
  }
  if (key.byteLength < firstByte + 4) throw new RangeError('A visitor key has at least 16 bytes.')
  if (holdoutPercent === 0) return 'none'

  const drawn = new DataView(key.buffer, key.byteOffset, key.byteLength).getUint32(firstByte)
  return drawn * 100 < holdoutPercent * values ? 'holdout' : 'shown'
}
