/** Characters 0x80 to 0x9F; five of them have none. Source: encoding.spec.whatwg.org, windows-1252. */
const windowsCharacters = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ'

/**
 * The text of bytes in Windows-1252, which the web takes Latin-1 and ASCII for as well.
 *
 * Node 20's `TextDecoder` of this encoding reads Latin-1 when it gets all bytes in one call.
 */
export const decodeWestern = (bytes: Buffer): string =>
  bytes
    .toString('latin1')
    .replaceAll(/[\x80-\x9f]/g, (sign) => windowsCharacters[sign.charCodeAt(0) - 0x80] ?? sign)
