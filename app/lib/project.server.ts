/** Finds the project's own files, both from the source tree and from the bundle. */
import { existsSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const root = findRoot(path.dirname(fileURLToPath(import.meta.url)))

/** Absolute path of a file given relative to the project's root. */
export const projectFile = (name: string) => path.join(root, name)

function findRoot(folder: string): string {
  if (existsSync(path.join(folder, 'package.json'))) return folder
  const parent = path.dirname(folder)
  if (parent === folder) throw new Error('No folder above this file contains package.json.')
  return findRoot(parent)
}
