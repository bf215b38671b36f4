/** 128 random bits: the id of an event, or of a visitor who consented. */
export const makeId = (): string => {
  let id = ''
  for (const byte of crypto.getRandomValues(new Uint8Array(16))) {
    id += byte.toString(16).padStart(2, '0')
  }
  return id
}
