/** 128 random bits: the name of an event, or of a visitor who agreed to have one. */
export const makeId = (): string => {
  let id = ''
  for (const byte of crypto.getRandomValues(new Uint8Array(16))) {
    id += byte.toString(16).padStart(2, '0')
  }
  return id
}
