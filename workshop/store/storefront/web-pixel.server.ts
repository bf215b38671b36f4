import { existsSync, readFileSync } from 'node:fs'
import { projectFile } from '#app/lib/project.server.ts'

/** Where the build puts the web pixel extension's script. */
const bundle = 'build/extensions/nudges-pixel.js'

/** Null when it isn't built, as in development: the shop then has no web pixel. */
export function readWebPixel(): Promise<string | null> {
  const file = projectFile(bundle)
  return Promise.resolve(existsSync(file) ? readFileSync(file, 'utf8') : null)
}
