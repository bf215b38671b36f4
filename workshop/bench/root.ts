import { realpathSync } from 'node:fs'

/** The checkout's path, with a trailing slash. `npm run bench` runs in it. */
export const root = `${realpathSync('.')}/`
