import { attempt } from './guard.ts'

/** The decoded URL. Falls back to the URL itself when it can't be decoded. */
export const decode = (address: string) => attempt(() => decodeURI(address)) ?? address
