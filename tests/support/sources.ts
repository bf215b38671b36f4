/** The product's sources as text, for tests about how they are written. */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

export type Source = { path: string; text: string }

/** TypeScript files below the folder, without unit tests, in the order of their paths. */
export const readSources = (folder: string): Source[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => path.posix.join(folder, name))
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name))
    .sort()
    .map((name) => ({ path: name, text: readFileSync(name, 'utf8') }))
