/** Decides who gets the other side of an experiment with a single nudge. Safe in the browser. */

/** `a`: the nudge as it is published. `b`: what it is compared with. */
export type Variant = 'a' | 'b'

export type Split = {
  /** Of the experiment: another one splits the same visitors independently. */
  id: number
  /** Percent of visitors on side `b`, 0 to 100. */
  share: number
}

/** Bytes 8 to 11 of a key are read here and nowhere else; those of the hold-out stand in assign-arm.ts. */
const firstByte = 8
const values = 2 ** 32

/**
 * The side of a visitor: always the same for the same key and experiment, and independent of the hold-out.
 *
 * @param key at least 16 evenly distributed bytes, like a visitor's key
 * @throws {RangeError} when the key is shorter, the share is no percentage or the id no number of a row
 */
export function assignVariant(key: Uint8Array, { id, share }: Split): Variant {
  if (!(share >= 0 && share <= 100)) throw new RangeError('A share is a percentage from 0 to 100.')
  if (!Number.isSafeInteger(id) || id < 0) throw new RangeError('An experiment has a number.')
  if (key.byteLength < firstByte + 8) throw new RangeError('A visitor key has at least 16 bytes.')

  const drawn = new DataView(key.buffer, key.byteOffset, key.byteLength).getUint32(firstByte)
  // Twice: experiments follow each other by one, and a single turn would leave what they share.
  const mixed = mix(drawn ^ mix(mix(id % values) ^ Math.floor(id / values)))
  return mixed * 100 < share * values ? 'b' : 'a'
}

/**
 * The finalizer of MurmurHash3 (Austin Appleby, public domain): each bit of 32 turns each other one
 * over with a probability near a half, and no two values become one.
 */
function mix(value: number): number {
  let bits = value | 0
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b)
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35)
  return (bits ^ (bits >>> 16)) >>> 0
}
