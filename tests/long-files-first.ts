/** The order of test files: those that take long begin first, so no core waits for one at the end. */
import path from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { longFiles } from './long-files.ts'

/**
 * Vitest remembers how long files took on this machine. A new machine uses the list.
 */
export class LongFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const secondsOf = ({ project, moduleId }: TestSpecification) => {
      const file = path.relative(this.ctx.config.root, moduleId)
      const known = this.ctx.cache.getFileTestResults(`${project.name}:${file}`)
      return known ? known.duration / 1000 : (longFiles[file] ?? 0)
    }
    const placeOf = (file: TestSpecification) => {
      const seconds = secondsOf(file)
      return seconds < long ? 0 : seconds
    }
    return (await super.sort(files)).toSorted((one, other) => placeOf(other) - placeOf(one))
  }
}

/** Seconds. Others keep Vitest's order. */
const long = 20
