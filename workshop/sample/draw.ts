/** Numbers that look random, and are the same for the same name. */
import { createHash } from 'node:crypto'

export type Draw = {
  /** From 0 to below 1, each as likely as any other. */
  next: () => number
  /** From 0 to below `end`. */
  below: (end: number) => number
  oneOf: <One>(choices: readonly [One, ...One[]]) => One
  bytes: (length: number) => Buffer
}

/** @param name two names have nothing in common */
export function createDraw(name: string): Draw {
  const seed = createHash('sha256').update(name).digest()
  let state = seed.readUInt32LE(0)
  // Mulberry32 (Tommy Ettinger, public domain). A hash for each number would take most of a simulated day.
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let bits = Math.imul(state ^ (state >>> 15), state | 1)
    bits ^= bits + Math.imul(bits ^ (bits >>> 7), bits | 61)
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (end: number) => Math.floor(next() * end)
  return {
    next,
    below,
    oneOf: (choices) => choices[below(choices.length)] ?? choices[0],
    bytes: (length) => Buffer.from(Array.from({ length }, () => below(256))),
  }
}
