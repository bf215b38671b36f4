/** Assigns visitors to the variants of an experiment with a single nudge. Safe in the browser. */

/** `a`: the published nudge. `b`: the alternative. */
export type Variant = 'a' | 'b'

export type Split = {
  /** The experiment's id. Another experiment splits the same visitors independently. */
  id: number
  /** Percentage of visitors in variant `b`, 0 to 100. */
  share: number
}

/**
 * Bytes 8 to 11 of a key are reserved for this split; assign-arm.ts has those of the holdout group.
 */
const firstByte = 8
const values = 2 ** 32

/**
 * A visitor's variant: always the same for the same key and experiment, and independent of the
 * holdout group.
 *
 * @param key at least 16 evenly distributed bytes, for example a visitor's key
 * @throws {RangeError} when the key is shorter, or the share or the id is invalid
 */
export function assignVariant(key: Uint8Array, { id, share }: Split): Variant {
  if (!(share >= 0 && share <= 100)) throw new RangeError('A share is a percentage from 0 to 100.')
  if (!Number.isSafeInteger(id) || id < 0) throw new RangeError('An experiment has a number.')
  if (key.byteLength < firstByte + 8) throw new RangeError('A visitor key has at least 16 bytes.')

  const drawn = new DataView(key.buffer, key.byteOffset, key.byteLength).getUint32(firstByte)
  // Mixed twice: ids of consecutive experiments differ by one, and mixing once would leave a
  // correlation.
  const mixed = mix(drawn ^ mix(mix(id % values) ^ Math.floor(id / values)))
  return mixed * 100 < share * values ? 'b' : 'a'
}

/**
 * The finalizer of MurmurHash3 (Austin Appleby, public domain): a bijection in which each of 32
 * input bits flips each output bit with a probability of nearly one half.
 */
function mix(value: number): number {
  let bits = value | 0
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b)
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35)
  return (bits ^ (bits >>> 16)) >>> 0
}
